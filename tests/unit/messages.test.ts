import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatJson } from '../../cli/diagnostics/formats/json.ts'
import { formatConcise, formatPretty } from '../../cli/diagnostics/formats/pretty.ts'
import type { LoadResult } from '../../cli/engine/load.ts'
import { explanations } from '../../cli/rules/list.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

const quote = 'testimonials/abel-rope.yaml'
const article = 'blog/ceilings-for-ads.md'
const job = 'jobs/listing-keeper.md'
const form = 'forms/contact.yaml'
const service = 'services/ad-tending.yaml'
const submit = /submit:\n(?: {2}.*\n)+/
const end = /$/
/** Nested aliases that expand exponentially. */
const bomb = 'a: &a [x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: &d [*c, *c, *c, *c]\ne: [*d, *d, *d]\n'

describe('a mistake', () => {
  it.each([
    [
      'a salary range in the wrong order',
      job,
      'max: 64000',
      'max: 100',
      '11:8',
      '"max" is invalid: the maximum is less than the minimum | found the number 100',
    ],
    [
      'a list written as text',
      article,
      /takeaways:\n(?: {2}- .*\n)+/,
      'takeaways: A ceiling is a margin\n',
      '14:12',
      '"takeaways" has the wrong type | expected a list | found "A ceiling is a margin"',
    ],
    [
      'a list item without a space after its dash',
      'pages/home.yaml',
      '- abel-rope',
      '-abel-rope',
      '78:7',
      'there is no space after the dash | Write "- abel-rope".',
    ],
    [
      'a comma inside { }',
      form,
      submit,
      'submit: { label: Send, busy: Sending, please wait }\n',
      '42:39',
      'the comma before "please wait" ends the text, because the text is inside { } | Put quotes around the whole text, including commas.',
    ],
    [
      'a list on the same line as its field',
      article,
      'takeaways:\n  - ',
      'takeaways: - ',
      '14:12',
      'a list cannot start on the same line as its field | Write each item on its own line below, with a dash, or put quotes around the text if it is not a list.',
    ],
    [
      'a no-break space after a colon',
      quote,
      'author: ',
      'author:\u00a0',
      '2:8',
      'this is not a plain space but another character, such as a no-break space | Replace it with a plain space.',
    ],
    [
      'an unknown group',
      service,
      'group: sell',
      'group: no',
      '9:8',
      'serviceGroups has no "no" | expected "no" in serviceGroups of harbor/site.yaml | Add it there, or use an existing one.',
    ],
    [
      'an unknown location',
      job,
      'location: Remote',
      'location: Hamburg',
      '7:11',
      'locations has no "Hamburg" | expected "Hamburg" in locations of harbor/site.yaml | Add it there, or use an existing one.',
    ],
    [
      'a merge key',
      quote,
      end,
      '<<: { rating: 3 }\n',
      '6:1',
      'the YAML merge key "<<" is not supported | Write out the merged fields.',
    ],
    [
      'a merge key in facts.yaml',
      'facts.yaml',
      end,
      '<<: { rating: 3 }\n',
      '8:1',
      'the YAML merge key "<<" is not supported | Write out the merged fields.',
    ],
    [
      'a list without spaces after its dashes',
      'pages/home.yaml',
      '- wren-candles',
      '-wren-candles',
      '77:7',
      'there is no space after the dash | Put a space after the dash of each list item.',
    ],
    [
      'a reference with a file extension',
      service,
      'testimonial: abel-rope',
      'testimonial: nobody-here.yaml',
      '55:14',
      'testimonials has no "nobody-here.yaml" | expected the file harbor/testimonials/nobody-here.yaml | Write the name without its extension, and add the file if it does not exist.',
    ],
    [
      'a title that exceeds two limits',
      service,
      /title: .*/,
      `title: ${'Word '.repeat(50)}`,
      '2:8',
      '"title" is too long | expected at most 60 characters | found "Word Word Word Word Word Word Word Word Word Word Word Wo..." (249 characters)',
    ],
    [
      'a date with the day first',
      job,
      '2026-03-16',
      '20.11.2026',
      '15:9',
      '"posted" is not a valid date | expected a date such as 2026-03-31 | found "20.11.2026" | Write 2026-11-20.',
    ],
    [
      'an ambiguous date',
      job,
      '2026-03-16',
      '03/04/2026',
      '15:9',
      '"posted" is not a valid date | expected a date such as 2026-03-31 | found "03/04/2026" | Month and day are ambiguous. Write year-month-day.',
    ],
    [
      'nested aliases',
      quote,
      end,
      bomb,
      '7:8',
      'groups, lists or aliases (*name) are nested too deeply here | Write out the values where they are needed.',
    ],
    [
      'an invalid escape sequence',
      quote,
      /company: .*/,
      'company: "C:\\Rope"',
      '3:13',
      "invalid escape sequence: a backslash in double quotes has a special meaning | Write it twice: \\\\. Or use single quotes: 'text'.",
    ],
    [
      'a name that JavaScript reserves',
      quote,
      end,
      '__proto__: 3\n',
      '6:1',
      '"__proto__" cannot be a field name | Remove it.',
    ],
    [
      'a property that every JavaScript object has',
      quote,
      end,
      'constructor: x\n',
      '6:1',
      'unknown field "constructor" | Remove it, or look up the fields in content/README.md.',
    ],
    [
      'a reserved name in facts.yaml',
      'facts.yaml',
      end,
      '__proto__: 3\n',
      '8:1',
      '"__proto__" cannot be a field name | Remove it.',
    ],
    [
      'brackets that are nested too deeply',
      quote,
      end,
      `x: ${'['.repeat(5000)}\n`,
      undefined,
      'groups or lists are nested too deeply here | Remove brackets, dashes or question marks, or put quotes around the text.',
    ],
    [
      'lists that are nested too deeply',
      article,
      end,
      `\n${Array.from({ length: 1500 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')}\n`,
      '122:121',
      'quotes, lists or emphasis are nested too deeply here | Remove Markdown characters such as > or *. To keep one as text, put a backslash before it.',
    ],
  ] as const)('is reported once, in words that authors know: %s', async (_, file, old, text, location, expected) => {
    const { problems } = await harbor.edit(file, old, text)
    expect(problems.map(textOf)).toEqual([expected])
    if (location !== undefined) expect(problems.map(({ line, column }) => `${line}:${column}`)).toContain(location)
    for (const problem of problems)
      expect(textOf(problem)).not.toMatch(/block-seq|flow-|scalar|node|Implicit|call stack/)
  })
})

it('every Markdown mark and control character in a field is reported', async () => {
  const { problems } = await harbor.edit(quote, /company: .*/, 'company: "**a** and _b_\\u000b\\u0001"')
  expect(problems.map(({ rule, found, message }) => `${rule} ${found ?? message.slice(0, 6)}`).sort()).toEqual([
    'markdown/field **a**',
    'markdown/field _b_',
    'text/control U+0001',
    'text/control U+000B',
  ])
})

it('a list in inline Markdown is reported, but text with only one line that starts with a dash is not', async () => {
  const answer = (text: string) => harbor.edit('faqs/home.yaml', 'From ten', `|-\n      ${text}\n      Ten`)
  const { problems } = await answer('Both:\n      - Amazon\n      - Walmart')
  expect(problems.map(({ rule, found, line }) => [rule, found, line])).toEqual([['markdown/field', '- Amazon', 5]])
  expect((await answer('Both\n      - at least since\n      May')).problems).toEqual([])
})

describe('a problem in the content folder', () => {
  it.each([
    ['a missing facts.yaml', (at: string) => rmSync(path.join(at, 'facts.yaml')), ['facts.yaml: the file is missing']],
    ['a missing site.yaml', (at: string) => rmSync(path.join(at, 'site.yaml')), ['site.yaml: the file is missing']],
    [
      'a syntax error in the first line of facts.yaml',
      (at: string) => writeFileSync(path.join(at, 'facts.yaml'), 'growth: "81%\naudit-time: 5 days\n'),
      ['facts.yaml: the quote that opens here is never closed'],
    ],
    [
      'a list in facts.yaml',
      (at: string) => writeFileSync(path.join(at, 'facts.yaml'), '- 81%\n'),
      ['facts.yaml: the file has the wrong type'],
    ],
    [
      'a folder named site.yaml',
      (at: string) => {
        rmSync(path.join(at, 'site.yaml'))
        mkdirSync(path.join(at, 'site.yaml'))
      },
      ['site.yaml: expected a file, but this is a folder'],
    ],
    [
      'a broken symbolic link',
      (at: string) => symlinkSync('gone', path.join(at, 'blog', 'gone.md')),
      ['blog/gone.md: this symbolic link points to a file that does not exist'],
    ],
    [
      'a circular symbolic link',
      (at: string) => symlinkSync('self.md', path.join(at, 'blog', 'self.md')),
      ['blog/self.md: this symbolic link points to itself'],
    ],
    [
      'a named pipe',
      (at: string) => execFileSync('mkfifo', [path.join(at, 'blog', 'pipe.md')]),
      ['blog/pipe.md: expected a file, but this is a pipe, a socket or a device'],
    ],
    [
      'a named pipe in the images folder',
      (at: string) => execFileSync('mkfifo', [path.join(at, 'images', 'pipe.png')]),
      ['images/pipe.png: expected a file, but this is a pipe, a socket or a device'],
    ],
    [
      'an empty folder named like a file',
      (at: string) => mkdirSync(path.join(at, 'blog', 'foo.md')),
      ['blog/foo.md: expected a file, but this is a folder'],
    ],
    [
      'a form that is saved as UTF-16',
      (at: string) => writeFileSync(path.join(at, form), `\uFEFF${readFileSync(path.join(at, form))}`, 'utf16le'),
      [`${form}: the file is saved as UTF-16 instead of UTF-8`],
    ],
    [
      'a page that is saved as UTF-16 without a byte order mark',
      (at: string) => {
        const page = path.join(at, 'pages/contact.yaml')
        writeFileSync(page, readFileSync(page, 'utf8'), 'utf16le')
      },
      ['pages/contact.yaml: the file is saved as UTF-16 instead of UTF-8'],
    ],
    [
      'a file that is saved as Windows-1252',
      (at: string) =>
        writeFileSync(path.join(at, quote), 'quote: \x93It held\x94\nauthor: \xe9 #1\nnobody: knows\n', 'latin1'),
      [`${quote}: the file is not saved as UTF-8, so this character is lost`],
    ],
    [
      'a file in place of a folder',
      (at: string) => {
        rmSync(path.join(at, 'insights'), { recursive: true })
        writeFileSync(path.join(at, 'insights'), 'x')
      },
      ['insights: expected a folder, but this is a file'],
    ],
    [
      'an unknown file name',
      (at: string) => writeFileSync(path.join(at, 'notes.yaml'), 'x'),
      ['notes.yaml: files with this name are not read here'],
    ],
    [
      'a repeated extension',
      (at: string) => writeFileSync(path.join(at, 'faqs', 'more.yaml.yaml'), 'x'),
      ['faqs/more.yaml.yaml: "more.yaml" cannot be used in an address'],
    ],
    [
      'a wrong extension',
      (at: string) => writeFileSync(path.join(at, 'faqs', 'more.yaml.txt'), 'x'),
      ['faqs/more.yaml.txt: files ending in .txt are not read here'],
    ],
    [
      'a HEIC photo with the extension png',
      (at: string) => {
        writeFileSync(
          path.join(at, 'images', 'shelves.png'),
          Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
        )
        writeFileSync(
          path.join(at, quote),
          'quote: It held.\nauthor: A\ncompany: B\ninitials: AT\nimage: shelves.png\n',
        )
      },
      ['images/shelves.png: the image cannot be read: it is a HEIC photo, not a web format'],
    ],
  ] as const)('is reported once: %s', async (_, change, messages) => {
    const { problems } = await harbor.check(change)
    expect(problems.map(({ file, message }) => `${file.replace('harbor/', '')}: ${message}`)).toEqual(messages)
    for (const { help } of problems) expect(help ?? '').not.toMatch(/\.yaml\.yaml|undefined|mean site\.yaml/)
  })
})

describe('report formats', () => {
  const result = ({ problems, texts, files }: LoadResult) => ({
    problems,
    texts,
    files,
    folder: harbor.content,
    milliseconds: 1,
    explanations,
  })

  it('include the file path and, in the concise format, the expected and actual values', async () => {
    const loaded = await harbor.edit(job, 'max: 64000', 'max: "64000"')
    expect(formatConcise(result(loaded))).toContain(
      `${path.join(harbor.content, job)}:11:8: error schema/type: "max" must be a number (expected a number, found "64000"). Remove the quotes.`,
    )
    expect(formatPretty(result(loaded))).toContain(`${path.join(harbor.content, job)}:11:8`)
    expect(JSON.parse(formatJson(result(loaded)))).toMatchObject({
      root: path.dirname(harbor.content),
      problems: [{ file: `harbor/${job}` }],
    })
  })

  it('show the full path of the missing file to which a reference points', async () => {
    const loaded = await harbor.edit(service, 'testimonial: abel-rope', 'testimonial: nobody')
    const expected = `expected the file ${harbor.content}/testimonials/nobody.yaml`
    expect(formatConcise(result(loaded))).toContain(expected)
    expect(formatPretty(result(loaded))).toContain(expected)
  })

  it('state the correct number of places and files, in the singular or plural', async () => {
    const one = await harbor.edit(article, end, '\nTODO one. TODO two.\n')
    expect(one.problems[0]?.message).toBe('this text and 1 more place still say TODO')
    const three = await harbor.edit(article, end, '\nTODO one. TODO two. TODO three.\n')
    expect(three.problems[0]?.message).toBe('this text and 2 more places still say TODO')
    const [problem] = one.problems
    const files = ['a', 'b', 'c'].flatMap((file) => (problem ? { ...problem, file } : []))
    expect(formatPretty({ ...result(one), problems: files, files: 1 })).toContain('3 warnings in 3 files')
  })
})

function textOf({ message, expected, found, help }: LoadResult['problems'][number]): string {
  return [message, expected && `expected ${expected}`, found && `found ${found}`, help].filter(Boolean).join(' | ')
}
