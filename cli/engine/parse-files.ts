import { hash } from '../cache.mjs'
import { memoize } from '../content/memoize.ts'
import { createParser, type Parsed } from '../content/parse.ts'
import type { ParseCache } from '../content/parse-cache.ts'
import type { ParsedFolder } from '../content/parsed.ts'
import type { ContentFile, ContentFolder } from '../content/read.ts'
import { findInFile } from '../rules/list.ts'
import { recordOf, type SavedResults } from './saved-results.ts'

export interface ParseOptions {
  cache: ParseCache
  /** Results saved by the last command. */
  saved?: SavedResults | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
}

export interface ParsedFiles {
  facts: ParsedFolder['facts']
  results: ParseResult[]
}

interface ParseResult extends Parsed {
  /** Whether the single-file rules are known to find no problems. */
  isFlawless: boolean
}

/** Facts are named in braces, which quoted text may write as escape sequences. */
const mayNameFacts = memoize(({ text }: ContentFile) => /[{\\]/.test(text))

/** Parses the files of a folder, reusing results from the cache and those saved by the last command. */
export async function parseFiles(
  read: ContentFolder,
  { cache, saved, onProgress }: ParseOptions,
): Promise<ParsedFiles> {
  const versions = [...read.singles].map(([name, { version }]) => `${name} ${version}`)
  const parser = await cache.remember('parser', [versions.join('\n')], async () => createParser(read))
  const facts = await cache.remember('facts', [JSON.stringify([...parser.fileFacts])], async () => parser.fileFacts)
  const allFacts = hash(parser.filled)
  // Results of files with read problems are not saved, because only reading the file finds these problems again.
  const unsaved = new Set(read.problems.map(({ file }) => file))

  const results: ParseResult[] = []
  for (const single of read.singles.values()) {
    const key = [single.version, allFacts]
    const parsed = await cache.remember(single.file, key, () => parser.single(single))
    results.push({ ...parsed, isFlawless: false })
  }
  for (const [index, file] of read.files.entries()) {
    onProgress?.(index, read.files.length)
    const factsHash = (saved?.namesFacts(file) ?? mayNameFacts(file)) ? allFacts : ''
    const parsed = await cache.remember(file.file, [file.version, factsHash], () => parse(file, factsHash))
    results.push({ ...parsed, isFlawless: parsed.flawlessUnder === allFacts })
  }
  return { facts, results }

  async function parse(file: ContentFile, factsHash: string): Promise<Parsed> {
    const restored = saved?.restore(file, factsHash)
    if (restored) return restored
    const parsed = await parser.file(file)
    const record = saved && !unsaved.has(file.file) && recordOf(file, factsHash, parsed, allFacts, findInFile(facts))
    // Copied, because substrings would keep the whole file text in memory.
    if (record) saved.add(file, JSON.parse(JSON.stringify(record)))
    return saved?.restore(file, factsHash) ?? parsed
  }
}
