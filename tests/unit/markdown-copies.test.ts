import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listMarkdownCopies } from '../../cli/build/markdown-copies.ts'
import { makePortable } from '../../cli/content/markdown/portable-markdown.ts'
import { parseMarkdown, renderMarkdown } from '../../cli/content/markdown/render.ts'
import { extractPlainText } from '../../cli/content/markdown/tree.ts'
import type { LoadResult } from '../../cli/engine/load.ts'
import { listRoutes } from '../../src/routes.ts'
import { escapeMarkdown } from '../../src/schema/markdown.ts'
import { smallPdf } from '../small-pdf.ts'
import { createHarborFolder } from './harbor-folder.ts'

const ORIGIN = 'https://harborandpine.example'
const existing = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const PAGE = `${ORIGIN}/blog/ceilings-for-ads`

describe('Markdown for other programs', () => {
  const portable = (text: string) =>
    makePortable(text, {
      resolve: (address) => (/^[#/]/.test(address) ? new URL(address, PAGE).href : address),
      describeFigure: (...parts) => `Drawing: ${parts.join(', ')}`,
    })

  it.each([
    ['a link with a title', '[b](/c "t\\"x \\\\ y")'],
    ['a link that contains emphasis, code and an image', '[a *b* `](/z)` ![i](/i.png)](/c)'],
    ['a link without text', '[](/c) and [c](#d)'],
    ['adjacent links after characters outside the basic plane', '😀 [a](/b)[c](/d)'],
    [
      'an address with spaces, parentheses and escapes',
      '[a](</my page(1>) [b](/b\\_c) [c](/x&amp;y) [d](/p(1)) [e](/*f*)',
    ],
    ['an image with brackets in its alternative text', '![alt \\[x\\] y](/i.png "Cap")'],
    ['references', '[a]: /x "y"\n[l\\]x]: </sp ace>\n\n[a], [l\\]x], ![p][a] and [a][]'],
    ['code that contains links, braces and HTML', '```\n[a](/b) {x} <b>\n```\n\n`[a](/b)`\n\n    [a](/b)'],
    ['a table with pipes in links and images', '| a | b |\n|--|--|\n| [x\\|y](/z?q=\\|) | ![q\\|r](/i.png "a\\|b") |'],
    ['nested lists and quotes', '- a\n  - [b](#c)\n    ![z](/z.png)\n\n> [q](/r\n> "title\n> two")\n>\n> > [s](/t)'],
    ['footnotes', 'x[^1]\n\n[^1]: n [a](/b)'],
    ['a callout', '> [!NOTE]\n> See [a](/b).'],
    [
      'addresses that are absolute already',
      '<https://a.example> www.a.example [m](mailto:a@b.example) [e](https://e.example/x?y#z)',
    ],
    [
      'HTML and comparisons',
      'a <b>c</b> x<y and z>w <!-- s --> e\n\n<div>\nx\n</div>\n\n<!-- secret\n\nmore -->\n\n> <!-- q -->\n> z',
    ],
    ['comments between lists and in entries', '1. a\n2. b\n\n<!-- x -->\n\n1. c\n\n- a\n  <!-- c -->\n- b'],
    ['an address with text that looks like an entity', '[t](/a?x=1&amp;copy;=2)'],
    ['Windows line endings', 'a\r\n\r\n[b](/c)\r\n\r\n```\r\nx\r\n```\r\n'],
  ])('renders like the page, except that addresses are absolute: %s', async (_, text) => {
    const { html } = await renderMarkdown(text.replaceAll('\r\n', '\n'))
    const absolute = html.replace(
      /(?<= (?:href|src)=")(?:#(?!user|fn|footnote)|\/)[^"]*/g,
      (address) => new URL(address, PAGE).href,
    )
    const copy = portable(text)
    const same = (markup: string) =>
      markup
        .replace(/\s+/g, ' ')
        .replaceAll('&#x26;', '&')
        .replace(/\\?%7C/g, '|')
    expect(same((await renderMarkdown(copy)).html)).toBe(same(absolute))
    expect(copy).not.toMatch(/\r|secret/)
  })

  it('replaces drawings with their descriptions, and leaves no definition of one', () => {
    expect(portable('a\n\n![](figure:x "cap")\n\n![own][f]\n\n[f]: figure:y\n')).toBe(
      'a\n\nDrawing: x, , cap\n\nDrawing: y, own,',
    )
  })

  it.each([
    'C #',
    '#1 in `x`',
    '1. a',
    '10) b',
    '- d',
    '+1',
    '> q',
    '# #',
    'snake_case _c_ *d* __init__',
    'AT&T &amp; &copy; <b> [x](y) ~~z~~ \\n \\* a | b',
    '![a](b) [^1] [x]',
    '2026. Was it?',
    '===',
    '* * *',
    'a\\',
    '<!-- x -->',
  ])('shows exactly the text of a title: %s', (title) => {
    for (const text of [`# ${escapeMarkdown(title)}`, escapeMarkdown(title), `- ${escapeMarkdown(title)}`]) {
      const tree = parseMarkdown(text)
      expect(extractPlainText(tree).trim()).toBe(title)
      expect(tree.children).toHaveLength(1)
    }
  })
})

describe('the Markdown copy of a page', () => {
  const harbor = createHarborFolder()
  afterAll(() => harbor.remove())
  const ARTICLE = 'blog/ceilings-for-ads.md'
  const loadWith = (files: Record<string, (text: string) => string>) =>
    harbor.check((content) => {
      mkdirSync(path.join(content, 'files'), { recursive: true })
      writeFileSync(path.join(content, 'files', 'rates.pdf'), smallPdf('Rates'))
      const all = { 'site.yaml': (text: string) => `${text}\nmarkdownCopies: true\n`, ...files }
      for (const [name, change] of Object.entries(all)) {
        const file = path.join(content, name)
        writeFileSync(file, change(existing(file)))
      }
    })
  const copiesOf = ({ content, problems }: LoadResult) => {
    if (!content) throw new Error(JSON.stringify(problems))
    return listMarkdownCopies(listRoutes(content), content)
  }
  const copyOf = (result: LoadResult, file: string) => copiesOf(result).get(file)?.()

  it('exists for pages with a Markdown body, and only if site.yaml asks for it', async () => {
    expect([...copiesOf(await harbor.check(() => {})).keys()]).toEqual([])
    expect([...copiesOf(await loadWith({})).keys()].sort()).toEqual([
      'blog/ceilings-for-ads.md',
      'blog/photograph-with-a-hand.md',
      'careers/listing-keeper.md',
      'insights/price-of-an-empty-shelf.md',
      'privacy.md',
    ])
  })

  it.each([
    ['draft', 'draft: true'],
    ['scheduled entry', 'published: 2931-05-05'],
  ])('does not exist for a %s', async (_, field) => {
    const change = (text: string) => text.replace(/^published: .*$/m, field === 'draft: true' ? `$&\n${field}` : field)
    expect([...copiesOf(await loadWith({ [ARTICLE]: change })).keys()]).not.toContain(ARTICLE)
  })

  it('contains title, description, address, text with facts, and absolute addresses of pictures and files', async () => {
    const result = await loadWith({
      'facts.yaml': (text) => `${text}\nhours-open: "9 to 5 [daily]"\n`,
      [ARTICLE]: (text) =>
        `${text.replace(/^title: .*$/m, "title: 'Ads & 2 * 3: [1] of C #'")}
Open [from {hours-open}](/visit#hours) but \\{hours-open} and \`{hours-open}\` stay.

See [the rates](../files/rates.pdf#page=2).

![Shelves](../images/shelves.png "All of them")

![](figure:click "One month & one shop")
`.replaceAll('\n', '\r\n'),
    })
    expect(result.problems).toEqual([])
    const copy = (await copyOf(result, ARTICLE)) ?? ''
    expect(copy.split('\n\n').slice(0, 3)).toEqual([
      '# Ads & 2 \\* 3: \\[1\\] of C \\#',
      expect.stringMatching(/^One sum tells .* a candle\.$/),
      `<${PAGE}>`,
    ])
    expect(copy).toContain(
      `Open [from 9 to 5 [daily]](${ORIGIN}/visit#hours) but \\{hours-open} and \`{hours-open}\` stay.`,
    )
    expect(copy).toMatch(
      /\n!\[Shelves\]\(https:\/\/harborandpine\.example\/assets\/shelves-\w+-1x1\.webp "All of them"\)\n/,
    )
    expect(copy).toContain(`See [the rates](${ORIGIN}/files/rates.pdf#page=2).`)
    expect(copy).toContain('\n**What a click may cost.** At the ceiling of 7.50 dollars')
    expect(copy).toContain('the bid is 40\\\nOne month & one shop\n')
    expect(copy).toMatch(/\n\n## What to remember\n\n- A ceiling is [^\n]*\n- Every [^\n]*\n- Check [^\n]*\n$/)
    expect(copy).not.toMatch(/\r|figure:|\.\.\/|\]\(\//)
  })

  it('contains the salary and all lists of a position', async () => {
    const change = (text: string) => `${text}\nA year of it pays {salary}.\n`
    const copy = await copyOf(await loadWith({ 'jobs/listing-keeper.md': change }), 'careers/listing-keeper.md')
    expect(copy).toContain('\nA year of it pays $52K-$64K.\n\n## The work\n\n- Write product pages')
    expect(copy).toMatch(/\n## What we offer\n\n- Pay of \$52K-\$64K, reviewed each spring\.\n- [^\n]*\n$/)
  })

  it('may be linked like its page, but a redirect must not hide it', async () => {
    const link = (text: string) => (on: boolean) =>
      harbor.check((content) => {
        const change = (name: string, more: string) =>
          writeFileSync(path.join(content, name), `${existing(path.join(content, name))}${more}`)
        if (on) change('site.yaml', '\nmarkdownCopies: true\n')
        change(ARTICLE, `\n[As text](${text}).\n`)
        change('redirects.yaml', '/blog/photograph-with-a-hand.md: /blog\n')
      })
    const rules = async (text: string, on: boolean) => (await link(text)(on)).problems.map(({ rule }) => rule).sort()
    expect(await rules('/privacy.md', true)).toEqual(['redirect/taken'])
    expect(await rules('/contact.md', true)).toEqual(['link/dead', 'redirect/taken'])
    expect(await rules('/privacy.md', false)).toEqual(['link/dead'])
    const { problems } = await link('/privacy')(true)
    expect(problems[0]?.message).toBe(
      '/blog/photograph-with-a-hand.md cannot redirect: it is the address of the Markdown copy of harbor/blog/photograph-with-a-hand.md',
    )
  })
})
