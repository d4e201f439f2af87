import path from 'node:path'
import type { Problem } from '../diagnostics/problem.ts'
import type { FileTexts } from '../diagnostics/texts.ts'
import type { ParsedFile } from './parsed.ts'
import { readTextFile } from './read-text.ts'

/** Provides the text of each file as it was when the file was parsed. */
export function createFileTexts(files: readonly ParsedFile[]): FileTexts {
  const named = new Map(files.map((file) => [file.file, file]))
  return { get: (file) => named.get(file)?.text, keys: () => named.keys() }
}

/**
 * Provides file texts. Keeps only the texts of files with problems, as they were when the problems were found, and
 * reads other files on demand, because keeping all texts would take more memory than the rest of the content.
 */
export function createLazyFileTexts(
  folder: string,
  files: readonly ParsedFile[],
  problems: readonly Problem[],
): FileTexts {
  const names = new Set(files.map(({ file }) => file))
  const faulty = new Set(problems.map(({ file }) => file))
  const stored = new Map(files.flatMap((item) => (faulty.has(item.file) ? [[item.file, item.text]] : [])))
  const read = (file: string) => stored.get(file) ?? readTextFile(path.join(path.dirname(folder), file), file, '').text
  return { get: (file) => (names.has(file) ? read(file) : undefined), keys: () => names.keys() }
}
