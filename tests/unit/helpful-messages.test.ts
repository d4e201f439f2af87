import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Returns each problem after a change as `message | expected … | help`. */
async function describeProblems(change: (at: (file: string) => string) => void) {
  const { problems } = await harbor.check((content) => change((file) => path.join(content, file)))
  return problems.map(({ rule, message, expected, help }) =>
    [`${rule}: ${message}`, expected && `expected ${expected}`, help].filter(Boolean).join(' | '),
  )
}
const edit = (file: string, change: (text: string) => string) => {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

describe('an old address in redirects.yaml that cannot redirect', () => {
  it.each([
    ['/old?id=3', 'hosts match only the path'],
    ['/wp-content/*', 'patterns with * are not supported'],
    ['/%C3%BC2', 'must not be percent-encoded; write them as they are | Write /ü2.'],
    ['"/old#top"', 'browsers do not send the part after #'],
    ['https://harborandpine.example/old', 'write only the path'],
    ['old', 'must start with a slash'],
    ['/old.html', 'leave out .html | Write /old.'],
    ['/.well-known/x', 'reserve names that begin with a dot'],
  ])('is reported with the reason: %s', async (from, reason) => {
    const found = await describeProblems((at) => writeFileSync(at('redirects.yaml'), `${from}: /contact\n`))
    expect(found).toEqual([expect.stringContaining(reason)])
    expect(found[0]).toContain('is invalid: ')
  })
})

describe('a scheme in upper case', () => {
  it.each([
    ['pages/home.yaml', /to: \/contact\n/, 'to: HTTPS://Example.com/Path\n', 'to: https://Example.com/Path\n'],
    ['pages/home.yaml', /to: \/contact\n/, 'to: Http://example.com\n', 'to: http://example.com\n'],
    ['pages/home.yaml', /to: \/contact\n/, 'to: MAILTO:ada@example.com\n', 'to: mailto:ada@example.com\n'],
    ['blog/ceilings-for-ads.md', /$/, '\n[Ask](MAILTO:ada@example.com)\n', '\n[Ask](mailto:ada@example.com)\n'],
    ['blog/ceilings-for-ads.md', /$/, '\n[Ask](Http://example.com/A)\n', '\n[Ask](http://example.com/A)\n'],
  ])('is corrected by --fix in %s (%s, %s)', async (file, old, text, fixed) => {
    const { problems } = await harbor.edit(file, old, text)
    expect(problems).toHaveLength(1)
    expect(await harbor.fix(file)).toContain(fixed)
    expect((await harbor.load()).problems).toEqual([])
  })

  it('is corrected by --fix in a redirect, without changing the path', async () => {
    await harbor.check((content) =>
      writeFileSync(path.join(content, 'redirects.yaml'), '/a: HTTPS://example.com/Path\n'),
    )
    expect(await harbor.fix('redirects.yaml')).toBe('/a: https://example.com/Path\n')
  })
})

describe('site check explains', () => {
  const LOFT = 'places/loft.yaml'
  it.each([
    ['opens: 9:00', 'opens', 'Write 09:00.'],
    ['closes: 24:00', 'closes', 'write 23:59 for midnight'],
    ['from: mon', 'from', 'Did you mean "monday"?'],
    ['email: ada@example.com.', 'email', 'Write ada@example.com.'],
    ['email: o’connor@example.com', 'email', "Write o'connor@example.com."],
  ])('the value in %s', async (line, field, help) => {
    const found = await describeProblems((at) =>
      edit(at(LOFT), (text) =>
        new RegExp(`\\b${field}:`).test(text)
          ? text.replace(new RegExp(`\\b${field}: [^,}\\n]+`), line)
          : `${text.trimEnd()}\n${line}\n`,
      ),
    )
    expect(found).toEqual([expect.stringContaining(help)])
  })

  it('a file with CR line ends', async () => {
    const found = await describeProblems((at) => edit(at(LOFT), (text) => text.replaceAll('\n', '\r')))
    expect(found).toEqual([expect.stringContaining('the lines of this file end with CR only')])
  })

  it('an empty line above the front matter', async () => {
    const article = 'blog/ceilings-for-ads.md'
    const found = await describeProblems((at) => edit(at(article), (text) => `\n  \n${text}`))
    expect(found).toEqual([expect.stringContaining('the file starts with an empty line')])
  })

  it.each([
    ['of 60 characters is too short only for search results', 60, ['meta/length']],
    ['of 170 characters is too long only for search results', 170, ['meta/length']],
    ['of 120 characters is fine', 120, []],
  ])('with one limit that a description %s', async (_, length, rules) => {
    const text = `metaDescription: ${'A word or two. '.repeat(20).slice(0, length - 1)}x\n`
    const { problems } = await harbor.edit('blog/ceilings-for-ads.md', /^metaDescription: >-\n(?: .*\n)+/m, text)
    expect(problems.map(({ rule }) => rule)).toEqual(rules)
  })
})

describe('a file in a content folder that is not content', () => {
  it.each(['notes.docx', 'notes.txt', 'notes.rtf', 'notes.html', 'notes.odt'])('is reported: %s', async (name) => {
    const found = await describeProblems((at) => writeFileSync(at(`blog/${name}`), 'Text'))
    expect(found).toEqual([expect.stringMatching(/are not read here \| Copy its text into notes\.md\.$/)])
    expect(await describeProblems((at) => writeFileSync(at(name), 'Text'))).toHaveLength(1)
    const below = await describeProblems((at) => {
      mkdirSync(at('blog/old'))
      writeFileSync(at(`blog/old/${name}`), 'Text')
    })
    expect(below).toEqual([expect.stringContaining('subfolders of this folder are not read')])
  })

  it('is not reported if it is hidden or a readme', async () => {
    for (const name of ['.notes.txt', 'README.txt'])
      expect(await describeProblems((at) => writeFileSync(at(`blog/${name}`), 'Text'))).toEqual([])
  })

  it('is a copy with another ending, whose new name must be free', async () => {
    const copy = 'ceilings-for-ads.md.bak'
    const beside = await describeProblems((at) => writeFileSync(at(`blog/${copy}`), 'Text'))
    expect(beside).toEqual([expect.stringContaining('Remove it: there is already a file ceilings-for-ads.md.')])
    const alone = await describeProblems((at) => renameSync(at('blog/ceilings-for-ads.md'), at(`blog/${copy}`)))
    expect(alone).toContainEqual(expect.stringContaining('Name it ceilings-for-ads.md.'))
  })
})
