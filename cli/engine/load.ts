import { readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeTextFile, type TextFile } from '../content/decode-text.ts'
import { listSchedule, type ScheduledEntry } from '../content/schedule.ts'
import type { FileTexts, Problem } from '../diagnostics/problem.ts'
import { type CheckedContent, checkSaved, type LoadOptions } from './check-saved.ts'
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

/** Reads, parses and checks a content folder. Returns all problems, but only the fixes that a dry run has verified. */
export async function loadContent(folder: string, options: LoadOptions = {}): Promise<LoadResult> {
  const { content, problems, parsed, dryRun } = await checkSaved(folder, options)
  const { files, edition, translations } = parsed
  const all = [...files, ...translations]
  return {
    content,
    problems: await dropUnverifiedFixes({ problems, parsed }, dryRun),
    today: edition.today,
    schedule: listSchedule(files, edition.today),
    texts: options.cache ? createFileTexts(all) : createLazyFileTexts(folder, all, problems),
    files: files.length,
  }
}

/** Provides the text of each file as it was when the file was parsed. */
function createFileTexts(files: readonly TextFile[]): FileTexts {
  const named = new Map(files.map((file) => [file.file, file]))
  return { get: (file) => named.get(file)?.text, keys: () => named.keys() }
}

/**
 * Provides file texts. Keeps only the texts of files with problems, as they were when the problems were found, and
 * reads other files on demand, because keeping all texts would take more memory than the rest of the content.
 */
function createLazyFileTexts(folder: string, files: readonly TextFile[], problems: readonly Problem[]): FileTexts {
  const names = new Set(files.map(({ file }) => file))
  const faulty = new Set(problems.map(({ file }) => file))
  const stored = new Map(files.flatMap((item) => (faulty.has(item.file) ? [[item.file, item.text]] : [])))
  const read = (file: string) =>
    stored.get(file) ?? decodeTextFile(readFileSync(path.join(path.dirname(folder), file)), file, '').text
  return { get: (file) => (names.has(file) ? read(file) : undefined), keys: () => names.keys() }
}
