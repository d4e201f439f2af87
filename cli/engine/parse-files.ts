import { hash } from '../cache.mjs'
import { memoize } from '../content/memoize.ts'
import { createContentParser, type FileParseResult } from '../content/parse.ts'
import type { ParseCache } from '../content/parse-cache.ts'
import type { ParsedFolder } from '../content/parsed.ts'
import type { ContentFile, ContentFolder } from '../content/read.ts'
import { createFileChecker } from '../rules/list.ts'
import { createSavedResult, type SavedResults } from './saved-results.ts'

export interface ParseOptions {
  cache: ParseCache
  /** Results that the last command saved. */
  saved?: SavedResults | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
}

export interface ParsedFiles {
  facts: ParsedFolder['facts']
  results: ParseResult[]
}

interface ParseResult extends FileParseResult {
  /** Whether the single-file rules are known to find no problems. */
  isFlawless: boolean
}

/**
 * Reports whether a file may refer to facts. Fact names are in braces, which quoted YAML may write as escape sequences.
 */
const mayNameFacts = memoize(({ text }: ContentFile) => /[{\\]/.test(text))

/** Parses the files in a folder. Reuses results from the cache, and results that the last command saved. */
export async function parseFiles(
  read: ContentFolder,
  { cache, saved, onProgress }: ParseOptions,
): Promise<ParsedFiles> {
  const versions = [...read.singles].map(([name, { version }]) => `${name} ${version}`)
  const parser = await cache.remember('parser', [versions.join('\n')], async () => createContentParser(read))
  const facts = await cache.remember('facts', [JSON.stringify([...parser.fileFacts])], async () => parser.fileFacts)
  const allFacts = hash(parser.filled)
  // Do not save the results of files with read problems: a file with saved results is not read again, so its problems
  // would be lost.
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

  async function parse(file: ContentFile, factsHash: string): Promise<FileParseResult> {
    const restored = saved?.restore(file, factsHash)
    if (restored) return restored
    const parsed = await parser.file(file)
    const record =
      saved && !unsaved.has(file.file) && createSavedResult(file, factsHash, parsed, allFacts, createFileChecker(facts))
    // Copy the record, because its strings may be substrings that keep the text of the whole file in memory.
    if (record) saved.add(file, JSON.parse(JSON.stringify(record)))
    return saved?.restore(file, factsHash) ?? parsed
  }
}
