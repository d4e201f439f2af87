import path from 'node:path'
import { pathOf } from '../../src/collections/addresses.ts'
import type { Entry } from '../../src/collections/collection.ts'
import type { Content } from '../../src/collections/content.ts'
import { collections } from '../../src/collections/list.ts'
import type { Site } from '../../src/collections/site.ts'
import { createDayWriter } from '../../src/sections/day-in-words.ts'
import { hash } from '../cache.mjs'
import { checkFolder, findInFile } from '../check/list.ts'
import { oncePer } from '../check/once-per.ts'
import { dropUnverifiedFixes } from '../check/verify-fixes.ts'
import { forEachLimited, inBatches } from '../pool.ts'
import { startThreads } from '../threads.ts'
import { DOCUMENTS } from './document-names.ts'
import { createDocuments } from './documents.ts'
import { createImages } from './images.ts'
import type { Markdown } from './markdown.ts'
import { createMemory, type Memory } from './memory.ts'
import { createParser, type Parsed } from './parse.ts'
import type { ParseInput, ParseSetup } from './parse-thread.ts'
import { findSingle, type ParsedFile, type ParsedFolder } from './parsed.ts'
import { type Problem, sortProblems } from './problem.ts'
import { dayOf, type Edition, isShown } from './publication.ts'
import { type ContentFile, type ContentFolder, placeOf, readContentFolder } from './read.ts'
import type { TextFile } from './read-text.ts'
import { type ContentRecord, type FileRecord, openRecord, recordOf } from './record.ts'
import { listRedirects } from './redirects.ts'
import { listSchedule, type Scheduled } from './schedule.ts'
import { type Texts, textsIn, textsOf } from './texts.ts'

export interface Loaded {
  /** Undefined when there is an error: a site is built from whole content or not at all. */
  content: Content | undefined
  problems: Problem[]
  /** What is not just there; of valid files. */
  schedule: Scheduled[]
  /** Text of every file that was read, for the frames of diagnostics. */
  texts: Texts
  files: number
}

export interface LoadOptions {
  onProgress?: ((done: number, total: number) => void) | undefined
  /** That of the last time: what has not changed since is not parsed again. */
  memory?: Memory
  /** By default what is live today. */
  edition?: Edition
}

/** A fact is named in braces, which a text in quotes may also write as an escape. */
const mayNameFacts = oncePer(({ text }: ContentFile) => /[{\\]/.test(text))

/** What the folder would come to with other texts in some of its files, by their names. */
export type Attempt = (texts: ReadonlyMap<string, string>) => Promise<Assessment>

/** What a folder came to, as the rules see it. */
export interface Assessment extends Omit<Loaded, 'files' | 'texts' | 'schedule'> {
  parsed: ParsedFolder
}

/**
 * Reads, parses and checks a content folder. Every problem of every file is in the result; each fix of them was
 * tried and did what it should.
 */
export async function loadContent(folder: string, markdown: Markdown, options: LoadOptions = {}): Promise<Loaded> {
  const { edition, assessed, attempt } = await assessFolder(folder, markdown, options)
  const { parsed, ...loaded } = assessed
  const { files } = parsed
  const problems = await dropUnverifiedFixes(assessed, attempt)
  const texts = options.memory ? textsOf(files) : textsIn(folder, files)
  return { ...loaded, texts, problems, files: files.length, schedule: listSchedule(files, edition.today) }
}

/** The same, for whoever asks what is in the files: as the rules see them. The fixes of its problems were not tried. */
export async function parseFolder(folder: string, markdown: Markdown, options: LoadOptions = {}) {
  const { assessed, attempt } = await assessFolder(folder, markdown, options)
  return { ...assessed, attempt }
}

async function assessFolder(
  folder: string,
  markdown: Markdown,
  { onProgress, memory: kept, edition = { today: dayOf() } }: LoadOptions,
) {
  const memory = kept ?? createMemory()
  // A memory that has been used knows all that the record does.
  const record = memory.isEmpty() ? openRecord(markdown, folder) : undefined
  const read = readContentFolder(folder, memory, record?.has)
  const assessed = await assess(folder, read, markdown, { onProgress, memory, edition, record })
  record?.save(new Set(read.files.map(({ file }) => file)))
  const attempt: Attempt = (texts) =>
    assess(folder, withTexts(read, texts), markdown, { memory: memory.branch(), edition })
  return { edition, assessed, attempt }
}

/**
 * What a folder would come to with other texts in some of its files, of which nothing is kept.
 * @param texts by file; undefined is one that is not there any more
 */
export function tryTexts(
  folder: string,
  markdown: Markdown,
  texts: NewTexts,
  { memory = createMemory(), edition = { today: dayOf() } }: LoadOptions,
): Promise<Assessment> {
  return assess(folder, withTexts(readContentFolder(folder, memory), texts), markdown, {
    memory: memory.branch(),
    edition,
  })
}

type NewTexts = ReadonlyMap<string, string | undefined>

/** The same folder with other texts in some of its files. */
function withTexts(read: ContentFolder, texts: NewTexts): ContentFolder {
  const changed = <T extends TextFile>(file: T): T[] => {
    const text = texts.get(file.file)
    if (text !== undefined) return [{ ...file, text, version: text }]
    return texts.has(file.file) ? [] : [file]
  }
  const singles = new Map([...read.singles].flatMap(([name, file]) => changed(file).map((one) => [name, one] as const)))
  const known = new Set([...read.files, ...read.singles.values()].map(({ file }) => file))
  const added = [...texts].flatMap(([file, text]): ContentFile[] => {
    const place = text === undefined || known.has(file) ? undefined : placeOf(file.slice(file.indexOf('/') + 1))
    return place && text !== undefined ? [{ ...place, file, text, version: text }] : []
  })
  return { ...read, files: [...read.files.flatMap(changed), ...added], singles }
}

async function assess(
  folder: string,
  read: ContentFolder,
  markdown: Markdown,
  {
    onProgress,
    memory,
    edition,
    record,
  }: Omit<LoadOptions, 'edition'> & {
    memory: Memory
    edition: Edition
    record?: ContentRecord | undefined
  },
): Promise<Assessment> {
  const singles = [...read.singles].map(([name, { version }]) => `${name} ${version}`)
  const parser = await memory.remember('parser', [singles.join('\n')], async () => createParser(read, markdown))
  const given = await memory.remember('facts', [JSON.stringify([...parser.given])], async () => parser.given)
  const problems = [...read.problems]
  const files: ParsedFile[] = []
  const flawless = new Set<ParsedFile>()
  const entries = new Map(collections.map((collection) => [collection, [] as Entry[]]))
  const images = createImages(path.join(folder, 'images'), markdown, memory)
  const take = async ({ file, version }: TextFile, facts: string, parse: () => Promise<Parsed>): Promise<Parsed> => {
    const taken = await memory.remember(file, [version, facts], parse)
    files.push(taken.parsed)
    problems.push(...taken.problems)
    return taken
  }
  const parse = async (file: ContentFile, facts: string): Promise<Parsed> => {
    const known = record?.restore(file, facts)
    if (known) return known
    const parsed = await parser.file(file)
    const saved = record && !misread.has(file.file) && recordOf(file, facts, parsed, filled, findInFile(given))
    // A copy: pieces that were cut out of the text of a file would keep all of it in memory.
    if (saved) record.add(file, JSON.parse(JSON.stringify(saved)))
    return record?.restore(file, facts) ?? parsed
  }
  const filled = hash(parser.filled)
  /** What reading it has found would not be found again in a file that need not be read. */
  const misread = new Set(read.problems.map(({ file }) => file))
  const factsOf = (file: ContentFile) => ((record?.namesFacts(file) ?? mayNameFacts(file)) ? filled : '')
  const sound = read.files.filter(({ file }) => !misread.has(file))
  if (record) await parseMany({ ...read, files: sound }, record, factsOf, onProgress)
  for (const single of read.singles.values()) await take(single, filled, () => parser.single(single))
  const site = findSingle(files, 'site')?.valid as Site | undefined
  const places = path.join(folder, DOCUMENTS)
  const documents = createDocuments(places, read.documents, memory, site?.language ?? 'en')
  for (const [index, file] of read.files.entries()) {
    onProgress?.(index, read.files.length)
    const facts = factsOf(file)
    const { parsed, rendered, flawlessUnder } = await take(file, facts, () => parse(file, facts))
    if (flawlessUnder === filled) flawless.add(parsed)
    if (!parsed.valid || !isShown(parsed, edition)) continue
    const { collection, folder, slug } = file
    const fields = parsed.valid as Record<string, unknown>
    const place = collection.pages && { folder, path: pathOf(collection, { ...fields, folder, slug }) }
    const entry: Entry = { ...fields, ...place, slug, file: file.file }
    const portrait = 'image' in entry && (await images.portrait(String(entry.image), read.images))
    if (portrait) entry.image = portrait
    const html = rendered && documents.place(await images.place(rendered.html, read.images))
    const body = rendered && { ...rendered, html }
    entries.get(collection)?.push({ ...entry, ...body })
  }
  const whole: ParsedFolder = { files, facts: given, images: read.images, documents: read.documents, edition }
  problems.push(...images.problems, ...documents.problems, ...checkFolder(whole, flawless))
  // A file that lost characters says nothing for sure, so that what else seems wrong in it may only be their echo.
  const garbled = new Set(read.problems.filter(({ rule }) => rule === 'file/encoding').map(({ file }) => file))
  const told = problems.filter(({ file, rule }) => rule === 'file/encoding' || !garbled.has(file))
  const failed = problems.some((problem) => problem.severity === 'error')
  const lists = Object.fromEntries([...entries].map(([{ name, order }, list]) => [name, list.sort(inOrder(order))]))
  const ofSite = {
    facts: Object.fromEntries(given),
    images: images.list(),
    documents: documents.list,
    today: edition.today,
  }
  const finish = (site: Site) => ({
    ...{ ...lists, site, ...ofSite, redirects: listRedirects(files, site, edition) },
    dayInWords: createDayWriter(site.language),
  })
  return {
    content: site && !failed ? (finish(site) as object as Content) : undefined,
    problems: sortProblems(told),
    parsed: whole,
  }
}

/** Parses what is not recorded yet on threads, if it is so much that this is quicker. */
async function parseMany(
  { files, singles }: ContentFolder,
  record: ContentRecord,
  factsOf: (file: ContentFile) => string,
  onProgress: LoadOptions['onProgress'],
): Promise<void> {
  const unknown = files.filter((file) => !record.has(file.file, file.version))
  const setup: ParseSetup = { singles: [...singles] }
  const threads = await startThreads<ParseInput, FileRecord | undefined>('parse-thread', setup, unknown.length)
  if (!threads) return
  let done = 0
  await forEachLimited(inBatches(unknown), 8, async (batch) => {
    const inputs = batch.map((one) => {
      const { file, text, version, collection, folder, slug } = one
      return { file, text, version, collection: collection.name, folder, slug, facts: factsOf(one) }
    })
    for (const [place, saved] of (await threads.run(inputs)).entries())
      if (saved) record.add(batch[place] as ContentFile, saved)
    done += batch.length
    onProgress?.(done, unknown.length)
  }).finally(() => threads.end())
}

/** By the first field in which they differ. */
export function inOrder(fields: readonly string[] = []) {
  const compare = (a: Entry, b: Entry, field: string): number => {
    if (field.startsWith('-')) return compare(b, a, field.slice(1))
    const [first, second] = [a[field] as string, b[field] as string]
    return first < second ? -1 : Number(first > second)
  }
  return (a: Entry, b: Entry) => fields.reduce((found, field) => found || compare(a, b, field), 0)
}
