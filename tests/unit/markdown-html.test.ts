import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { makePortable } from '../../cli/content/markdown/portable-markdown.ts'
import { renderMarkdown } from '../../cli/content/markdown/render.ts'

const issuesOf = async (text: string) =>
  (await renderMarkdown(text)).analysis.problems.map(({ start, end, message }) => [text.slice(start, end), message])

const supported = [
  '<details open>\n<summary>Fees &lt; <b>5</b></summary>\n\n**Text** with a [link](/a).\n\n- a\n\n</details>',
  'Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>2</sup><br>and <mark>this</mark> <!-- c -->.',
  '<figure>\n<img src="../images/a.png" alt="A">\n<figcaption>B</figcaption>\n</figure>',
  '> <div>\n> a\n>\n> **b**\n> </div>',
  '<dl>\n<dt>A</dt>\n<dd>B</dd>\n</dl>\n\n<ul>\n<li>a <a href="/b">c</a></li>\n</ul>',
  '<abbr title="Fulfilment">FBA</abbr>, <del>old</del> <ins>new</ins> <q>quote</q> <time datetime="2026-01-01">now</time>',
  '<aside>\n\nA remark.\n\n</aside>\n\n<p lang="fr">Bonjour</p>\n\n| a<br>b | <kbd>c</kbd> |\n|:-:|--:|\n| 1 | 2 |',
]

describe('HTML in Markdown', () => {
  it.each(supported)('is rendered as valid HTML: %s', async (text) => {
    expect(await issuesOf(text)).toEqual([])
    const { html } = await renderMarkdown(text)
    const { results } = await new HtmlValidate({ extends: ['html-validate:recommended'] }).validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    const element = /<(\w+)/.exec(text.replaceAll('<!--', ''))?.[1]
    expect(html).toContain(`<${element}`)
  })

  it.each(supported)('survives in the Markdown copy, with absolute addresses: %s', async (text) => {
    const copy = makePortable(text, {
      resolve: (address) => new URL(address, 'https://a.example/b/').href,
      describeFigure: () => '',
    })
    const { html } = await renderMarkdown(text)
    expect((await renderMarkdown(copy)).html.replace(/\s+/g, ' ')).toBe(
      html
        .replace(/(?<= (?:href|src)=")[^"]*/g, (address) => new URL(address, 'https://a.example/b/').href)
        .replace(/\s+/g, ' '),
    )
  })

  it('lists links and images with their position, so that all rules for links and images apply', async () => {
    const text = 'A <a href="/b">c</a> and <img src="../images/d.png" alt="">'
    const { links } = (await renderMarkdown(text)).analysis
    expect(links.map(({ kind, address, alt, start, end }) => [kind, address, alt, text.slice(start, end)])).toEqual([
      ['link', '/b', undefined, '/b'],
      ['image', '../images/d.png', '', '../images/d.png'],
    ])
  })

  it.each([
    ['<script>alert(1)</script>', '<script>', '<script> is not supported: it is removed from the page'],
    ['A <b onclick="x()">b</b>', '<b onclick="x()">', 'the attribute is not supported in Markdown: onclick'],
    [
      '<figure data-figure="x">a</figure>',
      '<figure data-figure="x">',
      'the attribute is not supported in Markdown: data-figure',
    ],
    ['<h2>A</h2>', '<h2>', '<h2> is not supported: it is removed from the page'],
    ['<div>a\n\nb', '<div>', '<div> is never closed'],
    ['- <div>\n\n</div>', '<div>', '<div> is never closed'],
    ['<p>\n\na\n\n</p>', '<p>', '<p> cannot contain an empty line'],
    ['a <div>b</div>', '<div>', '<div> cannot be inside a paragraph'],
    ['a</kbd>', '</kbd>', 'no <kbd> is open here'],
    ['<details>\n\na\n\n</details>', '<details>', '<details> does not start with a <summary>'],
    ['<ul>\n\na\n\n</ul>', 'a', '<ul> may only contain <li>'],
    ['<li>a</li>', '<li>', '<li> must be directly inside <ol> or <ul>'],
    ['[<a href="/x">y</a>](/z)', '<a href="/x">', 'a link cannot be inside another link'],
    ['A <a>b</a>', '<a>', '<a> has no address'],
    ['<div>**b**</div>', '**b**', 'Markdown directly inside HTML is not parsed: visitors would see it as written'],
  ])('is reported if it is unsafe or invalid: %s', async (text, found, message) => {
    expect((await issuesOf(text))[0]).toEqual([found, message])
    expect((await renderMarkdown(text)).html).not.toMatch(/script|onclick|data-/)
  })

  it('is fixed by removing attributes', async () => {
    const text = '> <div\n>  class="x" align=left lang="de">a</div>'
    const [issue] = (await renderMarkdown(text)).analysis.problems
    const fixed = issue?.fix?.toReversed().reduce((all, { start, end }) => all.slice(0, start) + all.slice(end), text)
    expect(fixed).toBe('> <div\n> lang="de">a</div>')
  })
})
