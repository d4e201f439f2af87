import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openCache } from '../../cli/cache.mjs'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { type Loaded, loadContent, parseFolder } from '../../cli/engine/load.ts'
import { openSavedResults } from '../../cli/engine/saved-results.ts'
import { projectRoot } from '../../cli/paths.ts'

const original = path.join(projectRoot, 'tests', 'sites', 'harbor')
const home = mkdtempSync(path.join(tmpdir(), 'memory-'))
const folder = path.join(home, 'harbor')
cpSync(original, folder, { recursive: true })
mkdirSync(path.join(folder, 'images'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const ARTICLE = 'blog/ceilings-for-ads.md'
const SERVICE = 'services/ad-tending.yaml'
const QUOTE = 'testimonials/abel-rope.yaml'
const at = (file: string) => path.join(folder, file)
const write = (file: string, text: string | Uint8Array) => writeFileSync(at(file), text)
const mend = (...files: string[]) => {
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
const remembering = () => loadContent(folder, { cache })
const told = ({ content, problems, texts, files }: Loaded) => ({
  content: JSON.stringify(content),
  problems,
  texts: [...texts.keys()].map((file) => [file, texts.get(file)]),
  files,
})

describe('a folder that is loaded again after', () => {
  // One after the other: each begins with what the one before has left.
  it.each<[what: string, change: () => void, rules: string[]]>([
    ['nothing', () => {}, []],
    ['a new title', () => edit(ARTICLE, /^title: .*$/m, 'title: A ceiling for every ad'), []],
    ['a link that leads nowhere', () => append(ARTICLE, '\n[Gone](/services/gone)\n'), ['link/dead']],
    ['broken YAML beside it', () => edit(SERVICE, /^title: /m, 'title: "'), ['link/dead', 'yaml/syntax']],
    [
      'another mistake in the same file',
      () => edit(SERVICE, /^title: "/m, 'titel: '),
      ['link/dead', 'schema/unknown-key'],
    ],
    ['both mended', () => mend(ARTICLE, SERVICE), []],
    ['another fact', () => edit('facts.yaml', 'audit-time: 5 days', 'audit-time: 9 days'), []],
    ['a claim against a fact', () => append(ARTICLE, '\nRepeat orders are 70%.\n'), ['fact/contradiction']],
    ['the fact as the claim has it', () => edit('facts.yaml', 'orders: 64%', 'orders: 70%'), ['fact/repeated']],
    ['a fact of another name', () => edit('facts.yaml', 'audit-time', 'audit-days'), ['fact/repeated', 'fact/unknown']],
    ['both mended', () => mend('facts.yaml', ARTICLE), []],
    ['another name of the agency', () => edit('site.yaml', 'Harbor & Pine', 'Harbor & Oak'), []],
    ['a picture', () => write('images/tide.svg', drawing(40)), []],
    ['its use', () => append(ARTICLE, '\n![The tide](../images/tide.svg)\n'), []],
    ['another picture of that name', () => write('images/tide.svg', drawing(60)), []],
    ['no picture of that name', () => rmSync(at('images/tide.svg')), ['image/missing']],
    ['a deleted article', () => rmSync(at(ARTICLE)), []],
    ['its return', () => mend(ARTICLE), []],
    ['a deleted service', () => rmSync(at(SERVICE)), ['link/dead']],
    [
      'its return under another name',
      () => cpSync(path.join(original, SERVICE), at('services/ads.yaml')),
      ['link/dead'],
    ],
    ['a deleted testimonial', () => rmSync(at(QUOTE)), ['link/dead', 'ref/unknown-slug']],
    ['its return', () => mend(QUOTE), ['link/dead']],
    ['the old name of the service', () => renameSync(at('services/ads.yaml'), at(SERVICE)), []],
    [
      'a second page with an address',
      () => cpSync(at('pages/contact.yaml'), at('pages/again.yaml')),
      ['meta/duplicate', 'path/duplicate'],
    ],
    [
      'a file that is no UTF-8',
      () => write('pages/again.yaml', Buffer.from('title: caf\xe9', 'latin1')),
      ['file/encoding'],
    ],
    ['no file of that name', () => rmSync(at('pages/again.yaml')), []],
    ['a missing site.yaml', () => rmSync(at('site.yaml')), ['file/missing']],
    ['its return', () => mend('site.yaml'), []],
  ])('%s is told as one that is loaded for the first time', async (_what, change, rules) => {
    change()
    const again = told(await remembering())
    const first = told(await loadContent(folder, { cache: createParseCache(mkdtempSync(path.join(home, 'first-'))) }))
    expect([...new Set(again.problems.map(({ rule }) => rule))].sort()).toEqual(rules)
    expect(again).toEqual(first)
    // From what the last command has left, where files are older than the coarsest clock.
    expect(told(await loadContent(folder, { cache: createParseCache(cacheFolder) }))).toEqual(first)
    // The order of fields as well, for pages are compared as texts.
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
  })

  it('one edit parses one file, and another fact only the files that name facts', async () => {
    const load = async () => new Set((await parseFolder(folder, { cache })).parsed.files)
    const countParsed = async (change: () => void) => {
      const before = await load()
      change()
      return [...(await load())].filter((file) => file.body && !before.has(file)).length
    }
    expect(await countParsed(() => {})).toBe(0)
    expect(await countParsed(() => edit(ARTICLE, '{brand} ad desk', 'Ad desk'))).toBe(1)
    // The other four name the agency.
    expect(await countParsed(() => edit('facts.yaml', 'audit-time: 5 days', 'audit-time: 9 days'))).toBe(4)
  })
})

it('what files came to is recorded but for those that were only just written, and forgotten with the file', () => {
  const disk = openCache(mkdtempSync(path.join(home, 'record-')))
  const [old, young] = ['1 1 1 1', `${Date.now()} 1 1 1`]
  const record = openSavedResults(disk, folder)
  const saved = { facts: '', checked: 'facts', data: { title: 'A' } }
  record.add({ file: 'harbor/blog/old.md', version: old }, { ...saved, version: old })
  record.add({ file: 'harbor/blog/young.md', version: young }, { ...saved, version: young })
  record.save(new Set(['harbor/blog/old.md', 'harbor/blog/young.md']))
  const next = openSavedResults(disk, folder)
  expect(next.has('harbor/blog/old.md', old)).toBe(true)
  expect(next.has('harbor/blog/old.md', '2 1 1 1')).toBe(false)
  expect(next.has('harbor/blog/young.md', young)).toBe(false)
  next.save(new Set())
  expect(openSavedResults(disk, folder).has('harbor/blog/old.md', old)).toBe(false)
})
