import { describe, expect, it } from 'vitest'
import { listChangedParts, type PageChange, type PagePart } from '../../cli/diff/difference.ts'
import { formatHeadline, formatMarkdown } from '../../cli/diff/formats.ts'

const page = `<!doctype html><html><head><title>Tea &amp; rope</title><meta name="description" content="Both."/><meta property="og:title" content="Tea &amp; rope"/><link rel="canonical" href="https://harbor.example/tea"/><meta http-equiv="Content-Security-Policy" content="style-src 'sha256-aaa'"><style>p{color:red}</style></head><body><header>Menu</header><main id="main"><p>We sell <b>tea</b>.</p><img src="/assets/tea-11aa22bb-800.webp" alt="A cup"/></main><footer>Foot</footer><script id="page" type="application/json">{"build":"1"}</script><script src="/assets/entries/client.ChK10lI7.js"></script></body></html>`

describe('listChangedParts', () => {
  it.each<[what: string, old: string, text: string, parts: PagePart[]]>([
    ['ignores a renamed script', 'ChK10lI7', 'Ab_-9876', []],
    ['ignores a new build number', '"build":"1"', '"build":"2"', []],
    ['reports a changed title once, although metadata repeats it', 'Tea &amp; rope', 'Rope', ['title']],
    ['reports a changed description', 'Both.', 'All.', ['description']],
    ['reports changed text', 'We sell', 'We buy', ['text']],
    ['reports changed alternative text', 'A cup', 'A pot', ['text']],
    ['reports a changed image', '11aa22bb', '99ff99ff', ['pictures']],
    ['reports changed markup around unchanged text', '<b>tea</b>', '<i>tea</i>', ['markup']],
    ['reports a changed footer', 'Foot', 'Feet', ['around']],
    ['reports changed styles', 'color:red', 'color:blue', ['styles']],
    ['ignores a changed style hash in the Content-Security-Policy', 'sha256-aaa', 'sha256-bbb', []],
    ['reports changed metadata', 'example/tea', 'example/teas', ['metadata']],
  ])('compares two versions of a page: %s', (_, old, text, parts) => {
    expect(page).toContain(old)
    expect(listChangedParts(page, page.replaceAll(old, text))).toEqual(parts)
  })
})

it('a pull request comment lists 20 pages, collapses the next 200, and stays below the size limit', () => {
  const changedPages = Array.from({ length: 1000 }, (_, number): PageChange => {
    return { page: `/blog/${number}-${'long-'.repeat(12)}`, change: 'changed', parts: ['text'], causes: [] }
  })
  const nothing = { changedForms: [], changedAddresses: [], changes: [], traced: true }
  const pages = { before: 1000, after: 1000 }
  const text = formatMarkdown({ against: { folder: '/before' }, pages, changedPages, ...nothing })
  const [open = '', folded = ''] = text.split('<details>')
  const rows = (part: string) => part.match(/^\| `\/blog\//gm)?.length
  expect([rows(open), rows(folded)]).toEqual([20, 200])
  expect(folded).toMatch(/^<summary>and 980 more<\/summary>.*780 more pages are not listed\./s)
  expect(text).toContain('**1,000 pages changed · 1,000 pages in total**')
  expect(text.length).toBeLessThan(65_536)
})

describe('formatHeadline', () => {
  const of = (page: string, change: PageChange['change'] = 'changed'): PageChange => {
    return { page, change, parts: [], causes: [] }
  }
  const format = (changedPages: PageChange[], pages = { before: 2, after: 2 }) =>
    formatHeadline({ changedPages, pages, changedForms: [], changedAddresses: [], changes: [], traced: true })

  it('counts error pages separately, because the total does not include them', () => {
    expect(format([of('/'), of('/about'), of('/404'), of('/502')])).toBe(
      '2 pages and 2 error pages changed · 2 pages in total',
    )
    expect(format([of('/404')])).toBe('1 error page changed · 2 pages in total')
    expect(format([of('/about', 'added')], { before: 1, after: 2 })).toBe('1 page added · 2 pages in total, 1 before')
  })
})
