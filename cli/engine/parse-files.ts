import { hash } from '../cache.mjs'
import { oncePer } from '../content/memoize.ts'
import { createParser, type Parsed } from '../content/parse.ts'
import type { ParseCache } from '../content/parse-cache.ts'
import type { ParsedFolder } from '../content/parsed.ts'
import type { ContentFile, ContentFolder } from '../content/read.ts'
import { findInFile } from '../rules/list.ts'
import { recordOf, type SavedResults } from './saved-results.ts'

export interface ParseOptions {
  cache: ParseCache
  /** Results of the last command. */
  saved?: SavedResults | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
}

export interface ParsedFiles {
  facts: ParsedFolder['facts']
  results: ParseResult[]
}

interface ParseResult extends Parsed {
  /** The rules for one file are known to find nothing in it. */
  isFlawless: boolean
}

/** A fact is named in braces, which a quoted text may also write as an escape. */
const mayNameFacts = oncePer(({ text }: ContentFile) => /[{\\]/.test(text))

/** Parses the files of a folder, except those whose results are in the cache or were saved by the last command. */
export async function parseFiles(
  read: ContentFolder,
  { cache, saved, onProgress }: ParseOptions,
): Promise<ParsedFiles> {
  const versions = [...read.singles].map(([name, { version }]) => `${name} ${version}`)
  const parser = await cache.remember('parser', [versions.join('\n')], async () => createParser(read))
  const facts = await cache.remember('facts', [JSON.stringify([...parser.given])], async () => parser.given)
  const allFacts = hash(parser.filled)
  // Problems of reading are found only by reading: results of these files are not saved.
  const unsaved = new Set(read.problems.map(({ file }) => file))

  const results: ParseResult[] = []
  for (const single of read.singles.values()) {
    const key = [single.version, allFacts]
    const parsed = await cache.remember(single.file, key, () => parser.single(single))
    results.push({ ...parsed, isFlawless: false })
  }
  for (const [index, file] of read.files.entries()) {
    onProgress?.(index, read.files.length)
    const ownFacts = (saved?.namesFacts(file) ?? mayNameFacts(file)) ? allFacts : ''
    const parsed = await cache.remember(file.file, [file.version, ownFacts], () => parse(file, ownFacts))
    results.push({ ...parsed, isFlawless: parsed.flawlessUnder === allFacts })
  }
  return { facts, results }

  async function parse(file: ContentFile, ownFacts: string): Promise<Parsed> {
    const known = saved?.restore(file, ownFacts)
    if (known) return known
    const parsed = await parser.file(file)
    const record = saved && !unsaved.has(file.file) && recordOf(file, ownFacts, parsed, allFacts, findInFile(facts))
    // A copy, because pieces of the file's text would keep all of it in memory.
    if (record) saved.add(file, JSON.parse(JSON.stringify(record)))
    return saved?.restore(file, ownFacts) ?? parsed
  }
}
