import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { PLACEHOLDERS, SITE_FACT_NAMES } from '../../cli/content/facts.ts'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { planFixes, writeFixes } from '../../cli/engine/apply-fixes.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { explanations } from '../../cli/rules/list.ts'
import { copyHarborContent, markedLength, snapshotFolder, writeBrokenFile } from './break-content.ts'
import type { Broken } from './broken.ts'
import { broken } from './broken-content.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'check-'))
const content = copyHarborContent(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

afterEach(snapshotFolder(content))

const disk = path.join(folder, 'cache')
const cache = createParseCache(disk)
/** Loads the content, but parses only files whose text has changed since the last call. */
function load() {
  // Reads all files again, because timestamps are coarse.
  for (const file of readdirSync(content, { recursive: true, encoding: 'utf8' })) cache.forget(path.join(content, file))
  return loadContent(content, { cache })
}
/** Returns the problem that a case should produce, at its marked location. */
function expectation({ file, says, ...rest }: Broken, location: string) {
  const [line, column] = location.split(':').map(Number)
  const length = markedLength({ file, says, ...rest })
  const { message, ...others } = says
  const image = says.rule === 'image/unreadable'
  return expect.objectContaining({
    severity: 'error',
    ...others,
    message: expect.stringContaining(message),
    file: image ? 'harbor/images/broken.jpg' : `harbor/${file}`,
    ...(location && { line, column }),
    ...(length && { length }),
  })
}

describe('site check', () => {
  it.each(broken.map((one) => [one.name, one] as const))(
    'reports a problem when %s, and fixes it if possible',
    async (_, one) => {
      const location = writeBrokenFile(content, one)
      const { problems, texts, content: read } = await load()
      expect(problems).toEqual([expectation(one, location)])
      expect(read === undefined).toBe(one.says.severity !== 'warning')
      if (one.mended !== undefined) await expectFixed(one, location, { problems, texts })
    },
  )
})

/** Writes the fix, and expects that it changes only the reported line and that no problem is left. */
async function expectFixed(
  { file: name, mended }: Broken,
  location: string,
  { problems, texts }: Parameters<typeof planFixes>[1],
): Promise<void> {
  const file = path.join(content, name)
  const before = readFileSync(file)
  writeFixes(content, planFixes(content, { problems, texts }))
  const after = readFileSync(file)
  const line = Number(location.split(':')[0])
  expect(after.toString().split('\n')[line - 1]).toBe(mended)
  const edits = problems[0]?.fix?.edits ?? []
  // The bytes before the first edit and after the last are unchanged.
  const start = Buffer.byteLength(before.toString().slice(0, Math.min(...edits.map((edit) => edit.start))))
  const tail = Buffer.byteLength(before.toString().slice(Math.max(...edits.map((edit) => edit.end))))
  expect(after.subarray(0, start)).toEqual(before.subarray(0, start))
  expect(after.subarray(after.length - tail)).toEqual(before.subarray(before.length - tail))
  expect((await load()).problems).toEqual([])
}

describe('site check on a folder with every type of mistake', () => {
  it('reports exactly one problem for each mistake, at its location, with and without parse results', async () => {
    const expected = broken.map((one) => expectation(one, writeBrokenFile(content, one)))
    const { problems } = await loadContent(content, { cache: createParseCache(disk) })
    for (const one of expected) expect(problems).toContainEqual(one)
    expect(problems.map(({ file, rule }) => `${file} ${rule}`)).toHaveLength(broken.length)
    expect((await load()).problems).toEqual(problems)
  })
})

describe('site check --fix', () => {
  it('applies all unambiguous fixes in one run', async () => {
    for (const one of broken) writeBrokenFile(content, one)
    writeFixes(content, planFixes(content, await load()))
    const left = (await load()).problems.map(({ file }) => file.replace('harbor/', ''))
    for (const { file, mended, says } of broken) {
      if (says.rule === 'image/unreadable' || says.rule === 'file/byte-order-mark') continue
      expect(left.includes(file), file).toBe(mended === undefined)
    }
  })

  it('preserves Windows line endings and comments', async () => {
    const [one] = broken.filter(({ name }) => name === 'an enum value is misspelt')
    if (!one) throw new Error('there is no such case')
    writeBrokenFile(content, one)
    const file = path.join(content, one.file)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'))
    writeFixes(content, planFixes(content, await load()))
    expect(readFileSync(file, 'utf8')).toContain('\r\ntype: Full-time # as agreed\r\n')
    expect(readFileSync(file, 'utf8')).not.toMatch(/[^\r]\n/)
    expect((await load()).problems).toEqual([])
  })

  it('does not change a file that is not UTF-8', async () => {
    const file = path.join(content, 'testimonials', 'old.yaml')
    const bytes = Buffer.from(
      readFileSync(path.join(content, 'testimonials/abel-rope.yaml'), 'latin1').replace('Abel T.', '1984 caf\u00e9 #1'),
      'latin1',
    )
    writeFileSync(file, bytes)
    const { problems, texts } = await load()
    expect(problems[0]).toMatchObject({ rule: 'file/encoding', line: 2, column: 17 })
    writeFixes(content, planFixes(content, { problems, texts }))
    expect(readFileSync(file)).toEqual(bytes)
  })
})

describe('front matter in JavaScript', () => {
  it('is reported as a problem and not executed', async () => {
    const marker = path.join(folder, 'it-ran')
    writeFileSync(
      path.join(content, 'blog', 'runs.md'),
      `---js\nrequire('node:fs').writeFileSync(${JSON.stringify(marker)}, '')\n---\n`,
    )
    expect((await load()).problems).toMatchObject([{ rule: 'front-matter/language' }])
    expect(existsSync(marker)).toBe(false)
  })
})

describe('a fact in facts.yaml that refers to another fact', () => {
  it('is reported as an error at its definition, not where it is used', async () => {
    const file = path.join(content, 'facts.yaml')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, `${text}promise: an answer within {reply-time}\nby: "{brand}"\n`)
    expect((await load()).problems).toMatchObject([
      { rule: 'fact/nested', line: text.split('\n').length, column: 27, help: 'Write the value: one business day.' },
      { rule: 'fact/nested', column: 6 },
    ])
  })
})

describe('a fact in facts.yaml', () => {
  it('is rejected if its name is reserved for a placeholder or a value from site.yaml', async () => {
    const file = path.join(content, 'facts.yaml')
    const text = readFileSync(file, 'utf8')
    const names = [...PLACEHOLDERS.keys(), ...SITE_FACT_NAMES]
    expect(names.sort()).toEqual(['brand', 'email', 'm', 'n', 'options', 'provider', 'salary', 'spoken', 'time'])
    writeFileSync(file, text + names.map((name) => `${name}: "100"\n`).join(''))
    const line = text.split('\n').length
    expect((await load()).problems).toMatchObject(
      names.map((_, index) => ({ rule: 'fact/reserved', file: 'harbor/facts.yaml', line: line + index, column: 1 })),
    )
  })
})

describe('the rules of site check', () => {
  it('are all explained, and each is tested in this or another test file', () => {
    const shown = new Set(broken.map(({ says }) => says.rule))
    // Rules tested in the unit tests site-folders, upgrade, locations and page-options.
    const ofSiteFile = ['site/folder', 'site/folder-address', 'schema/outdated', 'location/country', 'notice/expired']
    // Rules about dates, tested in tests/unit/published.test.ts.
    const ofDays = ['ref/draft', 'link/expired']
    // Rules about addresses, tested in tests/unit/redirects.test.ts.
    const ofAddresses = ['redirect/taken', 'redirect/loop', 'link/moved', 'address/vanished']
    const ofFolders = ['folder/missing', 'file/missing', 'file/encoding', 'fact/nested', 'fact/reserved', 'form/trial']
    // Rules about documents, tested in tests/unit/documents.test.ts.
    const ofDocuments = ['document/unreadable', 'document/large']
    // Other rules, tested in tests/unit/mistakes.test.ts.
    const ofMistakes = [
      ...[
        'file/conflict',
        'image/drawing',
        'link/unnamed',
        'text/garbled',
        'text/reference',
        'code/unknown',
        'date/year',
      ],
      ...['file/windows', 'form/hint', 'text/repeated'],
    ]
    // Rules about own code, tested in tests/packages and tests/unit/own-code.test.ts.
    const ofOwnCode = ['source/compile', 'source/incomplete', 'source/run', 'source/type']
    // Rules about translations, tested in tests/unit/translations.test.ts.
    const ofTranslations = ['missing', 'outdated', 'incomplete', 'address', 'unused'].map(
      (name) => `translation/${name}`,
    )
    const elsewhere = [
      ...ofTranslations,
      ...ofMistakes,
      ...ofSiteFile,
      ...ofDays,
      ...ofAddresses,
      ...ofFolders,
      ...ofDocuments,
      ...ofOwnCode,
    ]
    const ofContent = Object.keys(explanations).filter((rule) => !rule.startsWith('shown/'))
    expect([...shown, ...elsewhere].sort()).toEqual(ofContent.sort())
  })
})
