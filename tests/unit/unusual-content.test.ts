import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Content } from '../../src/collections/content.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

const client = (content: Content) => content.testimonials.find(({ slug }) => slug === 'abel-rope')
const company = (content: Content) => client(content)?.company
const article = (content: Content) => content.articles.find(({ slug }) => slug === 'ceilings-for-ads')
const html = (content: Content) => article(content)?.html
const quote = 'testimonials/abel-rope.yaml'
const text = 'blog/ceilings-for-ads.md'
const end = /\n$/

describe('a field', () => {
  it.each([
    ['in double quotes', 'company: "Founder, rope"', 'Founder, rope'],
    ['in single quotes', "company: 'Founder, rope'", 'Founder, rope'],
    ['with a doubled quote', "company: 'Abel''s rope'", "Abel's rope"],
    ['with an escape', 'company: "Rope \\u2014 made by hand"', 'Rope — made by hand'],
    ['with quotes inside', 'company: The "good" rope', 'The "good" rope'],
    ['with an apostrophe', "company: Abel's rope", "Abel's rope"],
    ['folded', 'company: >-\n  Founder,\n  rope', 'Founder, rope'],
    ['folded, with a final line break', 'company: >\n  Founder,\n  rope', 'Founder, rope'],
    ['folded, with a comment', 'company: >- # as he wrote it\n  Founder', 'Founder'],
    ['as a literal block', 'company: |-\n  Founder\n  rope', 'Founder\nrope'],
    ['with an indentation indicator', 'company: |2-\n  Founder', 'Founder'],
    ['over two lines without quotes', 'company: Founder,\n  rope', 'Founder, rope'],
    ['over two lines in quotes', 'company: "Founder,\n  rope"', 'Founder, rope'],
    ['on the next line', 'company:\n  Founder, rope', 'Founder, rope'],
    ['with a comment after it', 'company: Founder # since 2014', 'Founder'],
    ['with a comment before it', '# Role\ncompany: Founder', 'Founder'],
    ['with spaces before the colon', 'company : Founder', 'Founder'],
    ['with many spaces after the colon', 'company:     Founder', 'Founder'],
    ['with its name in quotes', '"company": Founder', 'Founder'],
    ['with a colon inside a word', 'company: Founder at 9:30', 'Founder at 9:30'],
    ['with a URL', 'company: See https://example.com/#rope', 'See https://example.com/#rope'],
    ['with a hash inside a word', 'company: Rope#1', 'Rope#1'],
    ['with a YAML 1.1 boolean', 'company: yes', 'yes'],
    ['with a negative YAML 1.1 boolean', 'company: No', 'No'],
    ['with a percent sign', 'company: 100% rope', '100% rope'],
    ['with an ampersand', 'company: Rope & sons', 'Rope & sons'],
    ['with accents', 'company: Fondée à Orléans', 'Fondée à Orléans'],
    ['with combining accents', 'company: Fonde\u0301e', 'Fonde\u0301e'],
    ['in a right-to-left script', 'company: מייסד חבלים', 'מייסד חבלים'],
    ['in Chinese', 'company: 绳索创始人', '绳索创始人'],
    ['with an emoji', 'company: Rope 🪢 and sail ⛵️', 'Rope 🪢 and sail ⛵️'],
    ['with a no-break space inside', 'company: Rope\u00a0& sons', 'Rope\u00a0& sons'],
    ['with a long word', `company: ${'R'.repeat(58)}`, 'R'.repeat(58)],
    ['with a trailing dash', 'company: Founder -', 'Founder -'],
    ['with brackets inside', 'company: Founder [rope] {retired}', undefined],
    ['with a fact', 'company: Founder, {brand}', 'Founder, Harbor & Pine'],
    ['with an anchor', 'company: &who Founder\ninitials: AT\nauthor: *who', 'Founder'],
    ['with a string tag', 'company: !!str 2014', '2014'],
    ['with a year in quotes', 'company: "2014"', '2014'],
    ['with a question', 'company: Founder? Yes!', 'Founder? Yes!'],
  ])('has the intended value if it is written %s', async (name, written, meant) => {
    const all = name === 'with an anchor'
    const old = all ? /author: [\s\S]*initials: AT/ : /company: .*/
    const { content, problems } = await harbor.edit(quote, old, written)
    // The braces refer to a fact that does not exist, which must be the only problem.
    if (meant === undefined) expect(problems.map(({ rule }) => rule)).toEqual(['fact/unknown'])
    else {
      expect(problems).toEqual([])
      expect(content && company(content)).toBe(meant)
    }
  })
})

describe('Markdown text', () => {
  it.each([
    ['with an underlined heading', 'Heading\n-------', '<h2 id="heading">Heading</h2>'],
    ['with a fence of tildes', '~~~\na\n~~~', '<pre><code>a\n</code></pre>'],
    ['with a nested list', '- one\n  - two', '<li>two</li>'],
    ['with a numbered list from five', '5. five\n6. six', '<ol start="5">'],
    ['with a task list', '- [x] done', 'type="checkbox"'],
    ['with a hard line break', 'one  \ntwo', 'one<br>\ntwo'],
    ['with a thematic break', 'one\n\n***\n\ntwo', '<hr>'],
    ['with a table without outer bars', 'a | b\n--|--\n1 | 2', '<td'],
    ['with strikethrough', '~~old~~ new', '<del>old</del>'],
    ['with a reference link', '[one][two]\n\n[two]: /services', '<a href="/services">one</a>'],
    ['with a bare URL', 'See https://example.com.', '<a href="https://example.com">'],
    ['with an entity', 'Rope &amp; sons &copy;', 'Rope &#x26; sons ©'],
    ['with an escape', '1\\. no list, \\*no stars\\*', '1. no list, *no stars*'],
    ['with a comment', 'one <!-- not shown --> two', 'one  two'],
    ['with a line of dashes as in front matter', 'one\n\n---\n\ntwo', '<hr>'],
    ['with Markdown marks inside words', 'snake_case_word 2*3*4', 'snake_case_word'],
  ])('%s is rendered as intended', async (_, written, shown) => {
    const { content, problems } = await harbor.edit(text, end, `\n\n${written}\n`)
    expect(problems).toEqual([])
    expect(content && html(content)).toContain(shown)
  })
})

describe('loading content', () => {
  const rewrite = (file: string, change: (text: string) => string) => (content: string) => {
    const target = path.join(content, file)
    writeFileSync(target, change(readFileSync(target, 'utf8')))
  }
  const move = (from: string, to: string) => (content: string) =>
    renameSync(path.join(content, from), path.join(content, to))

  it.each([
    ['with Windows line endings', rewrite(quote, (file) => file.replaceAll('\n', '\r\n'))],
    ['in Markdown with Windows line endings', rewrite(text, (file) => file.replaceAll('\n', '\r\n'))],
    ['that starts with ---', rewrite(quote, (file) => `---\n${file}`)],
    ['that ends with ...', rewrite(quote, (file) => `${file}...\n`)],
    ['that starts with a YAML version', rewrite(quote, (file) => `%YAML 1.2\n---\n${file}`)],
    ['without a final line break', rewrite(quote, (file) => file.trimEnd())],
    ['with trailing empty lines', rewrite(quote, (file) => `${file}\n\n\n`)],
    [
      'with its fields in a different order',
      rewrite(quote, (file) => `${file.trimEnd().split('\n').reverse().join('\n')}\n`),
    ],
    [
      'with its fields as JSON',
      rewrite(
        quote,
        (file) =>
          `{${file.trimEnd().replace(/^(\w+): (.*)$/gm, (_, name, value) => `"${name}": ${name === 'rating' ? value : JSON.stringify(value)},`)}}\n`,
      ),
    ],
    ['indented by four spaces', rewrite('jobs/listing-keeper.md', (file) => file.replace(/^ {2}/gm, '    '))],
    ['with unindented list items', rewrite(text, (file) => file.replace(/^ {2}- /gm, '- '))],
    ['with spaces after its dashes', rewrite(text, (file) => file.replace(/^---$/gm, '--- '))],
    ['whose front matter is labeled yaml', rewrite(text, (file) => file.replace(/^---/, '---yaml'))],
    ['with a number as its name', move('blog/photograph-with-a-hand.md', 'blog/2026.md')],
    ['with a one-letter name', move('blog/photograph-with-a-hand.md', 'blog/a.md')],
    [
      'that is a symbolic link',
      (content: string) => {
        move('testimonials/signe-tea.yaml', '../signe.yaml')(content)
        symlinkSync('../../signe.yaml', path.join(content, 'testimonials/signe-tea.yaml'))
      },
    ],
    ['next to a picture', (content: string) => writeFileSync(path.join(content, 'blog', 'notes.psd'), 'x')],
    [
      'in a folder that is a symbolic link',
      (content: string) => {
        move('insights', '../soundings')(content)
        symlinkSync('../soundings', path.join(content, 'insights'))
      },
    ],
  ])('reads every value from a file %s', async (_, change) => {
    const { content, problems } = await harbor.check(change)
    expect(problems).toEqual([])
    expect(content && client(content)).toMatchObject({ author: 'Abel T.', initials: 'AT', rating: 4 })
    expect(content?.articles).toHaveLength(3)
    expect(content && article(content)?.takeaways).toHaveLength(3)
    expect(content?.faqs[0]?.items).toHaveLength(3)
  })

  it('reads a file with a byte order mark, and warns about it', async () => {
    const { content, problems } = await harbor.edit(quote, /^/, '\uFEFF')
    expect(problems).toMatchObject([{ rule: 'file/byte-order-mark', severity: 'warning' }])
    expect(content && company(content)).toBe('Founder, rope and hardware brand')
  })
})
