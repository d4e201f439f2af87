import path from 'node:path'
import type { Problem } from '../diagnostics/problem.ts'
import type { Texts } from '../diagnostics/texts.ts'
import type { ParsedFile } from './parsed.ts'
import { readText } from './read-text.ts'

/** As they were when they were parsed. */
export function textsOf(files: readonly ParsedFile[]): Texts {
  const named = new Map(files.map((file) => [file.file, file]))
  return { get: (file) => named.get(file)?.text, keys: () => named.keys() }
}

/**
 * Texts of files with problems, as they were when the problems were found. Other texts are read when needed: all together
 * take more memory than the rest of the content.
 */
export function textsIn(folder: string, files: readonly ParsedFile[], problems: readonly Problem[]): Texts {
  const names = new Set(files.map(({ file }) => file))
  const faulty = new Set(problems.map(({ file }) => file))
  const kept = new Map(files.flatMap((one) => (faulty.has(one.file) ? [[one.file, one.text]] : [])))
  const read = (file: string) => kept.get(file) ?? readText(path.join(path.dirname(folder), file), file, '').text
  return { get: (file) => (names.has(file) ? read(file) : undefined), keys: () => names.keys() }
}
