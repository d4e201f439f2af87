import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listPlannedPages } from '../../cli/build/pages.ts'
import { extractPlainText } from '../../cli/content/markdown/tree.ts'
import { createLiteralMarkTest } from '../../cli/rules/page/literal-marks.ts'
import { createPageChecker } from '../../cli/rules/page/rules.ts'
import { createDocumentRenderer } from '../../src/site/document.tsx'
import { createSiteView } from '../../src/site/views.ts'
import { createHarborFolder } from './harbor-folder.ts'

const GOOD = 800
const DAMAGED = 1_200

/** Markdown that CommonMark shows as meant, with the text that it shows. */
const inline: readonly [source: string, shown: string][] = [
  ['Use &lt;sku&gt;.', 'Use <sku>.'],
  ['&#123;name&#125;', '{name}'],
  ['&#x5B;a&#x5D;(/b c)', '[a](/b c)'],
  ['R&amp;D and &copy; 2026', 'R&D and © 2026'],
  ['Fixed [ci skip] ([#12](https://example.com/12)).', 'Fixed [ci skip] (#12).'],
  [String.raw`\<*name*\>`, '<name>'],
  [String.raw`\{**name**\}`, '{name}'],
  [String.raw`\{name}`, '{name}'],
  [String.raw`\*\*"bold"\*\* and \_soft\_`, '**"bold"** and _soft_'],
  [String.raw`\[words](/a b) and !\[x](y z)`, '[words](/a b) and ![x](y z)'],
  [String.raw`\~\~gone\~\~ and \&copy;`, '~~gone~~ and &copy;'],
  ['`{name} **x** [a](b c)` and `` ` ``', '{name} **x** [a](b c) and `'],
  ['`<b>` and `| a |`', '<b> and | a |'],
  ['**bold** *soft* ~~gone~~ ***both***', 'bold soft gone both'],
  ['**真**。她 *强调* 내용 **सच**।', '真。她 强调 내용 सच।'],
  ['**"Quoted"** (*really*)', '"Quoted" (really)'],
  ['[words](/services) and [more](</services> "Title")', 'words and more'],
  ['[a *b* `c`](https://example.com/x_(y)?z=1&w#v)', 'a b c'],
  ['https://example.com/a_b_c and <https://example.com/~x>', 'https://example.com/a_b_c and https://example.com/~x'],
  ['a ratio of 3:2:1, C++, #1, 5 * 3 * 2, a_b_c', 'a ratio of 3:2:1, C++, #1, 5 * 3 * 2, a_b_c'],
  ['C:\\ and 1 < 2 > 0 & 3 | 4', 'C:\\ and 1 < 2 > 0 & 3 | 4'],
  [`[sic] and [x] (see above), it's "fine" — '90s`, `[sic] and [x] (see above), it's "fine" — '90s`],
  ['{} and { } and {1}', '{} and { } and {1}'],
  ['<kbd>Ctrl</kbd>, H<sub>2</sub>O and <abbr title="a">b</abbr>', 'Ctrl, H2O and b'],
  ['an answer in {reply-time}', 'an answer in {reply-time}'],
]

/** Creates a pseudorandom generator: https://en.wikipedia.org/wiki/Lehmer_random_number_generator */
function createRandom(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)] as T }
}
type Random = ReturnType<typeof createRandom>

/** Returns a block of good Markdown. @param index makes names unique within a body */
function createBlock({ below, pick }: Random, index: number): string {
  const words = () => Array.from({ length: 1 + below(3) }, () => pick(inline)[0]).join(pick([' ', ', ', '\n']))
  const line = () => words().replaceAll('\n', ' ')
  const cell = () => line().replace(/(?<!\\)\|/g, '\\|')
  return pick([
    () => `A ${words()}.`,
    () => `A ${words()}.`,
    () => `## A ${line()}`,
    () => `### A ${line()} ###`,
    () => `- A ${line()}\n- B ${line()}\n\n  C ${line()}`,
    () => `1. A ${line()}\n   > B ${line()}`,
    () => `> A ${line()}\n> ${line()}`,
    () => `> [!NOTE]\n> A ${line()}`,
    () => `| A | ${cell()} |\n|---|--:|\n| ${cell()} | 5 |`,
    () => `A ${line()}[^n${index}]\n\n[^n${index}]: B ${line()}`,
    () => '```js\nconst {name} = `**x**`\n```',
    () => '## A\n\n    <b>{name}</b>',
    () => `[A ${index}]\n\n[A ${index}]: /services "T"`,
    () => `A ${line()}  \nB\\\nC ${line()}`,
    () => `![A shelf](../images/pier.jpg "B")`,
    () => '---',
    () => `<details>\n<summary>A</summary>\n\n${words()}\n\n</details>`,
    () => '<dl>\n<dt>&#123;A&#125;</dt>\n<dd>B &lt;c&gt;</dd>\n</dl>',
    () => '<figure>\n<img src="../images/pier.jpg" alt="A">\n<figcaption>B</figcaption>\n</figure>',
  ])()
}

function createBody(random: Random): string {
  return Array.from({ length: 1 + random.below(4) }, (_, index) => createBlock(random, index)).join('\n\n')
}

/** Marks whose insertion may break Markdown. */
const marks = [...'\\`*_[](){}<>#|~&!:"\' \n'].concat(
  '**',
  '](',
  '](/a b)',
  '{name}',
  '<b>',
  '<div>',
  '</p>',
  '</details>',
  '<a href="/b">',
  '\n\n',
  '\n> ',
  '&lt;',
)

/** Deletes, inserts or repeats parts of a text. */
function damage(text: string, { below, pick }: Random): string {
  let damaged = text
  for (let count = 1 + below(4); count > 0; count--) {
    const at = below(damaged.length + 1)
    const length = below(4)
    const part = pick(['', pick(marks), damaged.slice(at, at + length).repeat(2)])
    damaged = damaged.slice(0, at) + part + damaged.slice(at + length)
  }
  return damaged
}

const front = (name: string) => `---
title: ${name}
metaDescription: What ${name} is about, in a sentence that is long enough for a result page and no longer than that.
summary: ${name} in a sentence.
tag: Ads
readTime: 2
published: 2026-02-10
author: Harbor
cover: budget
coverGround: night
coverAlt: A drawing
takeaways: [One, Two, Three]
call: { heading: "Want more of ${name}?", text: Send a note. }
---
`

describe('check and build', () => {
  it('agree on 2,000 generated and damaged articles: build accepts all that check accepts, and check accepts all undamaged ones', async () => {
    const harbor = createHarborFolder()
    onTestFinished(() => harbor.remove())
    const random = createRandom(43)
    const bodies = new Map<string, string>()
    for (let index = 0; index < GOOD; index++) bodies.set(`good-${index}`, createBody(random))
    for (let index = 0; index < DAMAGED; index++) bodies.set(`damaged-${index}`, damage(createBody(random), random))
    const blog = (content: string) => path.join(content, 'blog')
    const write = (name: string, body: string) =>
      writeFileSync(path.join(harbor.content, 'blog', `${name}.md`), `${front(name)}\n${body}\n`)
    const { problems } = await harbor.check((content) => {
      mkdirSync(blog(content), { recursive: true })
      for (const [name, body] of bodies) write(name, body)
    })
    const nameOf = (file: string) => path.basename(file, '.md')
    const refused = new Map<string, string>()
    for (const { file, rule, severity, line, message } of problems)
      if (severity === 'error')
        refused.set(nameOf(file), `${rule} ${message}, line ${line}: ${bodies.get(nameOf(file))}`)
    expect([...refused].filter(([name]) => !name.startsWith('damaged-'))).toEqual([])
    // Both outcomes occur often, so the test compares something.
    expect(refused.size).toBeGreaterThan(DAMAGED / 10)
    expect(refused.size).toBeLessThan((DAMAGED * 9) / 10)

    for (const name of refused.keys()) rmSync(path.join(blog(harbor.content), `${name}.md`))
    const { content } = await harbor.load()
    if (!content) throw new Error('the rest has errors')
    const render = createDocumentRenderer({
      ...{ site: createSiteView(content), build: 'test', scripts: '' },
      fonts: { heading: undefined, others: [] },
    })
    const checkPage = createPageChecker()
    const isLiteral = createLiteralMarkTest(content)
    const faults: string[] = []
    for (const [page, make] of listPlannedPages(content)) {
      const { view, meta } = make()
      const name = page.split('/').at(-1) ?? ''
      if (!bodies.has(name)) continue
      const found = checkPage((await render({ view, meta })).html)
      for (const fault of found)
        if (fault.severity !== 'warning' && !isLiteral(fault))
          faults.push(`${fault.rule} ${fault.message}: ${bodies.get(name)}`)
    }
    expect(faults).toEqual([])
  })

  it.each(inline)('the generated articles contain only text that CommonMark shows as meant: %s', (source, shown) => {
    expect(extractPlainText(remark().use(remarkGfm).parse(source)).trim()).toBe(shown)
  })
})
