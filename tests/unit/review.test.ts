import { describe, expect, it } from 'vitest'
import { rewritePage } from '../../cli/review/rewrite-page.ts'

const rewrite = (html: string) => rewritePage(html, (url) => `<${url}>`, '')

describe('rewritePage', () => {
  it.each([
    ['rewrites root-relative URLs in links', '<a class="b" href="/about#us">', '<a class="b" href="</about#us>">'],
    ['keeps other URLs', '<a href="//x.example/a"><a href="#a"><a href="mailto:a">', undefined],
    [
      'rewrites every picture of a srcset',
      '<img srcset="/a.webp 1w, /b.webp 2w">',
      '<img srcset="</a.webp> 1w, </b.webp> 2w">',
    ],
    ['rewrites URLs in styles', '<style>a{src:url(/a.woff2)}</style>', '<style>a{src:url(</a.woff2>)}</style>'],
    ['keeps URLs and tags in text', '<code>&lt;a href="/about"> &lt;script></code>', undefined],
    ['keeps tags in attributes', '<img alt="a > b <script> href=" src="#a"><p>Text</p>', undefined],
    ['removes scripts', '<p>a</p><script src="/a.js" type="module"></script><p>b</p>', '<p>a</p><p>b</p>'],
    [
      'removes preloads, and links for feed readers',
      '<link rel="preload" href="/a.woff2"/><link rel="alternate" href="/f.xml"/>',
      '',
    ],
    ['removes policies', '<meta http-equiv="Content-Security-Policy" content="style-src \'self\'">', ''],
    [
      'applies styles for browsers without scripting',
      '<style>@media (scripting:none){a{}}</style>',
      '<style>@media all{a{}}</style>',
    ],
    [
      'disables forms',
      '<form class="f" method="post" action="/send"><button type="submit">Send</button></form>',
      '<form method="dialog" class="f"><button disabled="" type="submit">Send</button></form>',
    ],
  ])('%s', (_, html, expected = html) => {
    expect(rewrite(html)).toBe(expected)
  })
})
