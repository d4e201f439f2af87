import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openContentFolder, type SavedFiles } from '../content/content-files.ts'
import { decodeTextFile } from '../content/decode-text.ts'
import { createParseCache } from '../content/parse-cache.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { type EditionRequest, resolveEdition } from '../content/publication.ts'
import { readContentFolder } from '../content/read.ts'
import { listSchedule, type ScheduledEntry } from '../content/schedule.ts'
import { findTimeZone } from '../content/time-zone.ts'
import type { FileTexts, Problem } from '../diagnostics/problem.ts'
import { type CheckedContent, type CheckOptions, checkFiles } from './check-files.ts'
import { openSavedResults } from './saved-results.ts'
import { dropUnverifiedFixes } from './verify-fixes.ts'

export interface LoadResult extends Pick<CheckedContent, 'content' | 'problems'> {
  /** Day that was treated as today, as YYYY-MM-DD. */
  today: string
  /** Valid entries that are drafts, scheduled or expired, or that will expire. */
  schedule: ScheduledEntry[]
  /** Text of every file, used for excerpts in diagnostics. */
  texts: FileTexts
  files: number
}

/** Without the cache of an earlier load, all files are parsed. By default, the edition is that of the current moment. */
export type LoadOptions = Partial<Omit<CheckOptions, 'saved'>>

/** Reads, parses and checks a content folder. Returns all problems, but only the fixes that a dry run has verified. */
export async function loadContent(folder: string, options: LoadOptions = {}): Promise<LoadResult> {
  const { content, problems, parsed, dryRun } = await checkSaved(folder, options)
  const { files, edition } = parsed
  return {
    content,
    problems: await dropUnverifiedFixes({ problems, parsed }, dryRun),
    today: edition.today,
    schedule: listSchedule(files, edition.today),
    texts: options.cache ? createFileTexts(files) : createLazyFileTexts(folder, files, problems),
    files: files.length,
  }
}

/** Content as it is on disk. */
export interface SavedContent extends CheckedContent {
  files: SavedFiles
}

/**
 * Like `loadContent`, but also returns the parsed files, and does not verify fixes. With the cache of an earlier call,
 * returns the same result if no file has changed.
 */
export async function checkSaved(
  folder: string,
  { onProgress, cache = createParseCache(), edition = {} }: LoadOptions = {},
): Promise<SavedContent> {
  // Load saved results only into an empty cache. A cache that has been used before already contains them.
  const saved = cache.isEmpty() ? openSavedResults(cache.disk, folder) : undefined
  const files = openContentFolder(folder)
  const read = readContentFolder(files, cache, saved?.has)
  const fingerprint = files.fingerprint()
  const variant = JSON.stringify([edition.drafts, edition.all])
  const last = cache.folders.get(variant) as { fingerprint: string; result: SavedContent } | undefined
  if (last?.fingerprint === fingerprint && isSameEdition(last.result, edition)) return last.result
  const result = await checkFiles(files, read, { cache, edition, saved, onProgress })
  saved?.save(new Set(read.files.map(({ file }) => file)))
  cache.folders.set(variant, { fingerprint, result })
  return result
}

function isSameEdition({ parsed: { files, edition } }: SavedContent, request: EditionRequest): boolean {
  return JSON.stringify(resolveEdition(request, findTimeZone(files))) === JSON.stringify(edition)
}

/** Provides the text of each file as it was when the file was parsed. */
function createFileTexts(files: readonly ParsedFile[]): FileTexts {
  const named = new Map(files.map((file) => [file.file, file]))
  return { get: (file) => named.get(file)?.text, keys: () => named.keys() }
}

/**
 * Provides file texts. Keeps only the texts of files with problems, as they were when the problems were found, and
 * reads other files on demand, because keeping all texts would take more memory than the rest of the content.
 */
function createLazyFileTexts(folder: string, files: readonly ParsedFile[], problems: readonly Problem[]): FileTexts {
  const names = new Set(files.map(({ file }) => file))
  const faulty = new Set(problems.map(({ file }) => file))
  const stored = new Map(files.flatMap((item) => (faulty.has(item.file) ? [[item.file, item.text]] : [])))
  const read = (file: string) =>
    stored.get(file) ?? decodeTextFile(readFileSync(path.join(path.dirname(folder), file)), file, '').text
  return { get: (file) => (names.has(file) ? read(file) : undefined), keys: () => names.keys() }
}
