import path from 'node:path'
import { pathOf } from '@northshelf/site/collections/addresses.ts'
import type { Content } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Entry } from '@northshelf/site/entries/entry.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import { createDayWriter } from '@northshelf/site/sections/day-in-words.ts'
import { hash } from '../cache.mjs'
import { DOCUMENTS } from '../content/document-names.ts'
import { createDocuments } from '../content/documents.ts'
import { createImages } from '../content/images.ts'
import type { Markdown } from '../content/markdown/markdown.ts'
import { oncePer } from '../content/memoize.ts'
import { createParser, type Parsed } from '../content/parse.ts'
import type { Memory } from '../content/parse-cache.ts'
import { findSingle, type ParsedFile, type ParsedFolder } from '../content/parsed.ts'
import { type Edition, isShown } from '../content/publication.ts'
import type { ContentFile, ContentFolder } from '../content/read.ts'
import { type TextFile, UNSURE } from '../content/read-text.ts'
import { listRedirects } from '../content/redirects.ts'
import { type Problem, sortProblems } from '../diagnostics/problem.ts'
import { checkFolder, findInFile } from '../rules/list.ts'
import { type ContentRecord, recordOf } from './saved-results.ts'

/** What a folder came to, as the rules see it. */
export interface Assessment {
  /** Undefined when there is an error: a site is built from whole content or not at all. */
  content: Content | undefined
  problems: Problem[]
  parsed: ParsedFolder
}

export interface AssessOptions {
  /** That of the last time: what has not changed since is not parsed again. */
  memory: Memory
  /** What of the content is shown. */
  edition: Edition
  /** That of the last command. */
  record?: ContentRecord | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** A fact is named in braces, which a text in quotes may also write as an escape. */
const mayNameFacts = oncePer(({ text }: ContentFile) => /[{\\]/.test(text))

/** Parses and checks the files of a content folder. */
export async function assess(
  folder: string,
  read: ContentFolder,
  markdown: Markdown,
  { memory, edition, record, onProgress }: AssessOptions,
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
  const unsure = new Set(read.problems.filter(({ rule }) => UNSURE.includes(rule)).map(({ file }) => file))
  const told = problems.filter(({ file, rule }) => UNSURE.includes(rule) || !unsure.has(file))
  const failed = problems.some((problem) => problem.severity === 'error')
  const lists = Object.fromEntries([...entries].map(([{ name, order }, list]) => [name, list.sort(inOrder(order))]))
  const content = site &&
    !failed && {
      ...{ ...lists, site, facts: Object.fromEntries(given), images: images.list(), documents: documents.list },
      ...{ today: edition.today, redirects: listRedirects(files, site, edition) },
      dayInWords: createDayWriter(site.language),
    }
  return { content: (content || undefined) as Content | undefined, problems: sortProblems(told), parsed: whole }
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
