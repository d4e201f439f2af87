import { createParseCache, type ParseCache } from '../content/parse-cache.ts'
import { dayOf, type Edition } from '../content/publication.ts'
import { readContentFolder } from '../content/read.ts'
import { listSchedule, type Scheduled } from '../content/schedule.ts'
import { textsIn, textsOf } from '../content/texts.ts'
import type { Texts } from '../diagnostics/texts.ts'
import { createDryRun } from './dry-run.ts'
import { openSavedResults } from './saved-results.ts'
import { type Validated, validate } from './validate.ts'
import { dropUnverifiedFixes } from './verify-fixes.ts'

export interface Loaded extends Omit<Validated, 'parsed'> {
  /** Valid entries that are drafts or have a day to come or a last day. */
  schedule: Scheduled[]
  /** Text of every file, for the excerpts in diagnostics. */
  texts: Texts
  files: number
}

export interface LoadOptions {
  onProgress?: ((done: number, total: number) => void) | undefined
  /** With the cache of the last load, only changed files are parsed. By default a new one. */
  cache?: ParseCache
  /** What of the content is shown; by default what is live today. */
  edition?: Edition
}

/** Reads, parses and checks a content folder. Reports every problem of every file, and only fixes that a dry run verified. */
export async function loadContent(folder: string, options: LoadOptions = {}): Promise<Loaded> {
  const { content, problems, parsed, dryRun } = await parseFolder(folder, options)
  const { files, edition } = parsed
  return {
    content,
    problems: await dropUnverifiedFixes({ problems, parsed }, dryRun),
    schedule: listSchedule(files, edition.today),
    texts: options.cache ? textsOf(files) : textsIn(folder, files, problems),
    files: files.length,
  }
}

/** The same with the parsed files, and without verifying the fixes. */
export async function parseFolder(
  folder: string,
  { onProgress, cache = createParseCache(), edition = { today: dayOf() } }: LoadOptions = {},
) {
  // A cache that was used before has everything that was saved.
  const saved = cache.isEmpty() ? openSavedResults(cache.disk, folder) : undefined
  const read = readContentFolder(folder, cache, saved?.has)
  const validated = await validate(folder, read, { cache, edition, saved, onProgress })
  saved?.save(new Set(read.files.map(({ file }) => file)))
  return { ...validated, dryRun: createDryRun(folder, read, { cache, edition }) }
}
