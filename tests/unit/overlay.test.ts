import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOverlay, openContentFolder } from '../../cli/content/content-files.ts'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { compareContents } from '../../cli/diff/compare-contents.ts'
import { listContentChanges } from '../../cli/diff/content-changes.ts'
import { type CheckedContent, checkSaved } from '../../cli/engine/load.ts'

const home = mkdtempSync(path.join(tmpdir(), 'overlay-'))
const original = path.join(home, 'original', 'harbor')
const edition = { today: '2026-11-24' }
const cacheFolder = path.join(home, 'cache')
const cache = createParseCache(cacheFolder)
const read = (file: string) => readFileSync(path.join(original, file))
beforeAll(() => cpSync('tests/sites/harbor', original, { recursive: true }))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const ARTICLE = 'blog/ceilings-for-ads.md'
const withPicture = (name: string) => Buffer.concat([read(ARTICLE), Buffer.from(`\n![A view](../images/${name})\n`)])
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20z"/></svg>'
const PDF = '%PDF-1.4\nsheet\n%%EOF\n'

/** Returns what visitors and authors see, without the folder and the versions of files. */
const describeContent = ({ content, problems, parsed }: CheckedContent) => ({
  content: JSON.stringify(content, (key, value) => (['file', 'unsaved'].includes(key) ? undefined : value)),
  problems: problems.map(({ fix: _, ...problem }) => problem),
  files: parsed.files.map(({ file }) => file).sort(),
  names: [[...parsed.images].sort(), [...parsed.documents].sort()],
})

describe('a dry run', () => {
  it.each<[what: string, changes: () => Record<string, Buffer | string | undefined>]>([
    ['a changed text', () => ({ [ARTICLE]: read(ARTICLE).toString().replace('title:', 'title: Again, ') })],
    ['a new entry', () => ({ 'testimonials/extra.yaml': read('testimonials/abel-rope.yaml') })],
    ['a removed entry that is used', () => ({ 'testimonials/abel-rope.yaml': undefined })],
    ['a moved entry', () => ({ [ARTICLE]: undefined, 'blog/limits.md': read(ARTICLE) })],
    [
      'a new picture and its use',
      () => ({ 'images/quay.jpg': read('images/pier.jpg'), [ARTICLE]: withPicture('quay.jpg') }),
    ],
    ['a replaced picture', () => ({ 'images/pier.jpg': read('images/pier-at-dusk.jpg') })],
    ['a damaged picture', () => ({ 'images/odd.png': 'no picture', [ARTICLE]: withPicture('odd.png') })],
    [
      'an unsafe drawing',
      () => ({ 'images/odd.svg': drawing.replace('<path', '<script/><path'), [ARTICLE]: withPicture('odd.svg') }),
    ],
    ['a removed picture that is used', () => ({ 'images/pier.jpg': undefined, 'images/pier-at-dusk.jpg': undefined })],
    ['a download in a new folder', () => ({ 'files/rates.pdf': PDF })],
    ['a truncated download', () => ({ 'files/rates.pdf': PDF.slice(0, -6) })],
    ['a misplaced file and an unknown folder', () => ({ 'settings.yaml': 'a: 1\n', 'bolg/one.md': read(ARTICLE) })],
    ['text that is not UTF-8', () => ({ [ARTICLE]: Buffer.from('---\ntitle: caf\xe9\n---\n', 'latin1') })],
    ['a missing site.yaml', () => ({ 'site.yaml': undefined })],
    ['a changed fact', () => ({ 'facts.yaml': read('facts.yaml').toString().replace(/: .*/, ': 77 days') })],
  ])('returns the same result as a check after writing %s', async (_, make) => {
    const changes = Object.entries(make())
    const before = await checkSaved(original, { cache, edition })
    const after = await before.dryRun(new Map(changes.map(([file, content]) => [`harbor/${file}`, content])))
    const folder = path.join(mkdtempSync(path.join(home, 'written-')), 'harbor')
    cpSync(original, folder, { recursive: true })
    for (const [file, content] of changes) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      if (content === undefined) rmSync(path.join(folder, file))
      else writeFileSync(path.join(folder, file), content)
    }
    const written = await checkSaved(folder, { cache: createParseCache(cacheFolder), edition })
    expect(describeContent(after)).toEqual(describeContent(written))
    expect(describeContent(await checkSaved(original, { cache, edition }))).toEqual(describeContent(before))
  })

  it('parses only changed files, and reads no file that is not changed', async () => {
    const before = await checkSaved(original, { cache, edition })
    const reads: string[] = []
    const after = await before.dryRun(new Map([[`harbor/${ARTICLE}`, withPicture('pier.jpg')]]))
    const known = new Set(before.parsed.files)
    expect(after.parsed.files.filter((file) => !known.has(file)).map(({ file }) => file)).toEqual([`harbor/${ARTICLE}`])
    const watch = (content: CheckedContent): CheckedContent => ({
      ...content,
      files: {
        ...content.files,
        read(file) {
          reads.push(file)
          return content.files.read(file)
        },
      },
    })
    expect(listContentChanges(valid(watch(before)), valid(watch(after)))).toMatchObject([{ file: `harbor/${ARTICLE}` }])
    expect(reads).toEqual([])
  })

  it('compares the pages of a picture that is replaced', async () => {
    const before = await checkSaved(original, { cache, edition })
    const after = await before.dryRun(new Map([['harbor/images/pier.jpg', read('images/pier-at-dusk.jpg')]]))
    const { changes } = await compareContents(valid(before), valid(after))
    expect(changes).toEqual([{ file: 'harbor/images/pier.jpg', change: 'changed' }])
  })

  it('names the file of each page as its cause if there are too many changes to trace', async () => {
    const before = await checkSaved(original, { cache, edition })
    const articles = Array.from({ length: 150 }, (_, index): [string, string] => {
      const text = read(ARTICLE)
        .toString()
        .replace(/^title: /m, `title: Number ${index}, `)
      return [`harbor/blog/copy-${index}.md`, text]
    })
    const { changedPages } = await compareContents(valid(before), valid(await before.dryRun(new Map(articles))))
    const added = changedPages.filter(({ page }) => page.startsWith('/blog/copy-'))
    expect(added.map(({ page, causes }) => [page, causes.map(({ file }) => file)]).sort()).toEqual(
      articles.map(([file]) => [`/blog/${path.basename(file, '.md')}`, [file]]).sort(),
    )
  })
})

function valid({ content, ...checked }: CheckedContent) {
  if (!content) throw new Error('the content has errors')
  return { ...checked, content }
}

describe('createOverlay', () => {
  // The order decides which of two pages with the same title is reported.
  it('lists the entries of a folder in the same order as the disk, whichever of them change', () => {
    const files = openContentFolder(original)
    const overlay = createOverlay(files, new Map([['harbor/services/ad-tending.yaml', 'title: A\n']]))
    expect(overlay.list('')).toEqual(files.list(''))
    expect(files.list('').map(({ name }) => name)).toEqual(readdirSync(original).sort())
  })
})

describe('openContentFolder', () => {
  it('lists the files and folders that have changed since they were looked up', () => {
    const folder = path.join(mkdtempSync(path.join(home, 'changed-')), 'harbor')
    cpSync(original, folder, { recursive: true })
    const files = openContentFolder(folder)
    for (const name of ['site.yaml', 'facts.yaml', 'none.yaml']) files.typeOf(name)
    for (const name of ['blog', 'images']) files.list(name)
    expect(files.listChanges()).toEqual([])
    writeFileSync(path.join(folder, 'facts.yaml'), '{}\n')
    writeFileSync(path.join(folder, 'none.yaml'), '')
    rmSync(path.join(folder, 'images'), { recursive: true })
    writeFileSync(path.join(folder, 'blog/more.md'), '')
    expect(files.listChanges()).toEqual(['facts.yaml', 'none.yaml', 'blog', 'images'])
  })
})
