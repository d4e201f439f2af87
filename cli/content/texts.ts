import type { TextFile } from './read-text.ts'

/** Texts of the content files by name. */
export interface Texts {
  get(file: string): string | undefined
  keys(): Iterable<string>
}

/** Each is read when it is asked for. */
export function textsOf(files: readonly TextFile[]): Texts {
  const named = new Map(files.map((file) => [file.file, file]))
  return { get: (file) => named.get(file)?.text, keys: () => named.keys() }
}
