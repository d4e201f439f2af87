import path from 'node:path'
import type { ParsedFile } from './parsed.ts'
import { readText } from './read-text.ts'

/** Texts of the content files by name. */
export interface Texts {
  get(file: string): string | undefined
  keys(): Iterable<string>
}

/** As they were when they were parsed. */
export function textsOf(files: readonly ParsedFile[]): Texts {
  const named = new Map(files.map((file) => [file.file, file]))
  return { get: (file) => named.get(file)?.text, keys: () => named.keys() }
}

/** Each is read when it is asked for: most are not, and all together take more room than the rest of the content. */
export function textsIn(folder: string, files: readonly ParsedFile[]): Texts {
  const names = new Set(files.map(({ file }) => file))
  const read = (file: string) => readText(path.join(path.dirname(folder), file), file, '').text
  return { get: (file) => (names.has(file) ? read(file) : undefined), keys: () => names.keys() }
}
