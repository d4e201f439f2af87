import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openCache } from '../../cli/cache.mjs'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import type { ContentFile } from '../../cli/content/read.ts'
import { checkSaved, type LoadResult, loadContent } from '../../cli/engine/load.ts'
import { openSavedResults } from '../../cli/engine/parse-files.ts'
import { projectRoot } from '../../cli/paths.ts'

const original = path.join(projectRoot, 'tests', 'sites', 'harbor')
const home = mkdtempSync(path.join(tmpdir(), 'memory-'))
const folder = path.join(home, 'harbor')
cpSync(original, folder, { recursive: true })
mkdirSync(path.join(folder, 'images'), { recursive: true })
afterAll(() => rmSync(home, { recursive: true, force: true }))

const ARTICLE = 'blog/ceilings-for-ads.md'
const SERVICE = 'services/ad-tending.yaml'
const QUOTE = 'testimonials/abel-rope.yaml'
const at = (file: string) => path.join(folder, file)
const write = (file: string, text: string | Uint8Array) => writeFileSync(at(file), text)
const restore = (...files: string[]) => {
  for (const file of files) cpSync(path.join(original, file), at(file))
}
const edit = (file: string, from: string | RegExp, to: string) => {
  const text = readFileSync(at(file), 'utf8')
  expect(text).toMatch(from)
  write(file, text.replace(from, to))
}
const append = (file: string, text: string) => write(file, readFileSync(at(file), 'utf8') + text)
const drawing = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20"/>`

const cacheFolder = path.join(home, 'cache')
const cache = createParseCache(cacheFolder)
const loadCached = () => loadContent(folder, { cache })
const resultOf = ({ content, problems, texts, files }: LoadResult) => ({
  content: JSON.stringify(content),
  problems,
  texts: [...texts.keys()].map((file) => [file, texts.get(file)]),
  files,
})

describe('a cached reload', () => {
  // Each case continues with the folder state from the previous case.
  it.each<[what: string, change: () => void, rules: string[]]>([
    ['no change', () => {}, []],
    ['a new title', () => edit(ARTICLE, /^title: .*$/m, 'title: A ceiling for every ad'), []],
    ['a dead link', () => append(ARTICLE, '\n[Gone](/services/gone)\n'), ['link/dead']],
    ['broken YAML in another file', () => edit(SERVICE, /^title: /m, 'title: "'), ['link/dead', 'yaml/syntax']],
    [
      'another mistake in the same file',
      () => edit(SERVICE, /^title: "/m, 'titel: '),
      ['link/dead', 'schema/unknown-key'],
    ],
    ['fixes in both files', () => restore(ARTICLE, SERVICE), []],
    ['a changed fact', () => edit('facts.yaml', 'audit-time: 5 days', 'audit-time: 9 days'), []],
    ['a claim that contradicts a fact', () => append(ARTICLE, '\nRepeat orders are 70%.\n'), ['fact/contradiction']],
    ['a fact that agrees with the claim', () => edit('facts.yaml', 'orders: 64%', 'orders: 70%'), ['fact/repeated']],
    ['a renamed fact', () => edit('facts.yaml', 'audit-time', 'audit-days'), ['fact/repeated', 'fact/unknown']],
    ['the restored fact and article', () => restore('facts.yaml', ARTICLE), []],
    ['a new company name', () => edit('site.yaml', 'Harbor & Pine', 'Harbor & Oak'), []],
    ['a new image', () => write('images/tide.svg', drawing(40)), []],
    ['an article that shows the new image', () => append(ARTICLE, '\n![The tide](../images/tide.svg)\n'), []],
    ['a replaced image', () => write('images/tide.svg', drawing(60)), []],
    ['a deleted image', () => rmSync(at('images/tide.svg')), ['image/missing']],
    ['a deleted article', () => rmSync(at(ARTICLE)), []],
    ['the restored article', () => restore(ARTICLE), []],
    ['a deleted service', () => rmSync(at(SERVICE)), ['link/dead']],
    [
      'the restored service with another file name',
      () => cpSync(path.join(original, SERVICE), at('services/ads.yaml')),
      ['link/dead'],
    ],
    ['a deleted testimonial', () => rmSync(at(QUOTE)), ['link/dead', 'ref/unknown-slug']],
    ['the restored testimonial', () => restore(QUOTE), ['link/dead']],
    ['the original file name of the service', () => renameSync(at('services/ads.yaml'), at(SERVICE)), []],
    [
      'a duplicate address',
      () => cpSync(at('pages/contact.yaml'), at('pages/again.yaml')),
      ['meta/duplicate', 'path/duplicate'],
    ],
    [
      'a file that is not UTF-8',
      () => write('pages/again.yaml', Buffer.from('title: caf\xe9', 'latin1')),
      ['file/encoding'],
    ],
    ['the deletion of that file', () => rmSync(at('pages/again.yaml')), []],
    ['a missing site.yaml', () => rmSync(at('site.yaml')), ['file/missing']],
    ['the restored site.yaml', () => restore('site.yaml'), []],
    [
      'facts that cannot be read and an unknown fact',
      () => {
        append('facts.yaml', '\nnot yaml\n')
        append(ARTICLE, '\nBraces: {nobody}.\n')
      },
      ['yaml/syntax'],
    ],
    ['facts that can be read again', () => restore('facts.yaml'), ['fact/unknown']],
    ['the restored article', () => restore(ARTICLE), []],
  ])('returns the same result as an uncached load after %s', async (_what, change, rules) => {
    change()
    const again = resultOf(await loadCached())
    const freshCache = createParseCache(mkdtempSync(path.join(home, 'first-')))
    const first = resultOf(await loadContent(folder, { cache: freshCache }))
    expect([...new Set(again.problems.map(({ rule }) => rule))].sort()).toEqual(rules)
    expect(again).toEqual(first)
    // Also loads the folder with an empty in-memory cache, using the results on disk, which omit files that were just
    // written.
    expect(resultOf(await loadContent(folder, { cache: createParseCache(cacheFolder) }))).toEqual(first)
    // Also compares the order of fields, because pages are compared as text.
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
  })

  it('re-parses only the edited file, or only the files that refer to an edited fact', async () => {
    const load = async () => new Set((await checkSaved(folder, { cache })).parsed.files)
    const listParsed = async (change: () => void) => {
      const before = await load()
      change()
      const parsed = [...(await load())].filter((file) => file.collection && !before.has(file))
      return parsed.map(({ file }) => file.replace('harbor/', '')).sort()
    }
    expect(await listParsed(() => {})).toEqual([])
    expect(await listParsed(() => edit(ARTICLE, '{brand} ad desk', 'Ad desk'))).toEqual([ARTICLE])
    expect(await listParsed(() => edit('facts.yaml', 'audit-time: 5 days', 'audit-time: 9 days'))).toEqual([
      ...['faqs/home.yaml', 'pages/contact.yaml', 'pages/home.yaml'],
      ...['services/ad-tending.yaml', 'services/listing-care.yaml'],
    ])
  })
})

it('openSavedResults keeps parse results except for files that were just written or have been deleted', () => {
  const disk = openCache(mkdtempSync(path.join(home, 'record-')))
  const [old, young] = ['1 1 1 1', `${Date.now()} 1 1 1`]
  const record = openSavedResults(disk, folder)
  const saved = { namedFacts: [], factsKey: '[]', checked: 'facts', data: { title: 'A' } }
  record.add({ file: 'harbor/blog/old.md', stamp: old }, { ...saved, stamp: old })
  record.add({ file: 'harbor/blog/young.md', stamp: young }, { ...saved, stamp: young })
  record.save(new Set(['harbor/blog/old.md', 'harbor/blog/young.md']))
  const next = openSavedResults(disk, folder)
  expect(next.has('harbor/blog/old.md', old)).toBe(true)
  expect(next.has('harbor/blog/old.md', '2 1 1 1')).toBe(false)
  expect(next.has('harbor/blog/young.md', young)).toBe(false)
  const file = { file: 'harbor/blog/old.md', stamp: old, collection: {} } as ContentFile
  expect(next.restore(file, '[]')?.flawlessUnder).toBe('facts')
  next.confirm(file, 'new facts')
  expect(next.restore(file, '[]')?.flawlessUnder).toBe('new facts')
  next.save(new Set())
  expect(openSavedResults(disk, folder).has('harbor/blog/old.md', old)).toBe(false)
})
