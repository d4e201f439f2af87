import { createParseCache, type ParseCache } from '../content/parse-cache.ts'
import { type Edition, formatUtcDate } from '../content/publication.ts'
import { readContentFolder } from '../content/read.ts'
import { listSchedule, type ScheduledEntry } from '../content/schedule.ts'
import { createFileTexts, createLazyFileTexts } from '../content/texts.ts'
import type { FileTexts } from '../diagnostics/texts.ts'
import { createDryRun } from './dry-run.ts'
import { openSavedResults } from './saved-results.ts'
import { type ValidationResult, validateContent } from './validate.ts'
import { dropUnverifiedFixes } from './verify-fixes.ts'

export interface LoadResult extends Omit<ValidationResult, 'parsed'> {
  /** Valid entries that are drafts, scheduled or expired, or that will expire. */
  schedule: ScheduledEntry[]
  /** Text of every file, used for excerpts in diagnostics. */
  texts: FileTexts
  files: number
}

export interface LoadOptions {
  onProgress?: ((done: number, total: number) => void) | undefined
  /** Cache from the previous load, so that only changed files are parsed. Empty by default. */
  cache?: ParseCache
  /** Determines which entries are shown. By default, those that are live today. */
  edition?: Edition
}

/** Reads, parses and checks a content folder. Returns all problems, but only the fixes that a dry run has verified. */
export async function loadContent(folder: string, options: LoadOptions = {}): Promise<LoadResult> {
  const { content, problems, parsed, dryRun } = await parseFolder(folder, options)
  const { files, edition } = parsed
  return {
    content,
    problems: await dropUnverifiedFixes({ problems, parsed }, dryRun),
    schedule: listSchedule(files, edition.today),
    texts: options.cache ? createFileTexts(files) : createLazyFileTexts(folder, files, problems),
    files: files.length,
  }
}

/** Like `loadContent`, but also returns the parsed files, and does not verify fixes. */
export async function parseFolder(
  folder: string,
  { onProgress, cache = createParseCache(), edition = { today: formatUtcDate() } }: LoadOptions = {},
) {
  // Load saved results only into an empty cache. A cache that has been used before already contains them.
  const saved = cache.isEmpty() ? openSavedResults(cache.disk, folder) : undefined
  const read = readContentFolder(folder, cache, saved?.has)
  const validated = await validateContent(folder, read, { cache, edition, saved, onProgress })
  saved?.save(new Set(read.files.map(({ file }) => file)))
  return { ...validated, dryRun: createDryRun(folder, read, { cache, edition }) }
}
