import type { Edit } from './edit.ts'
import type { Problem } from './problem.ts'
import type { Range, Source } from './source.ts'

export type Words = Pick<Problem, 'rule' | 'message' | 'expected' | 'found' | 'help'>

/** An error in a file, at a range of its text; with the edits that mend it where only one thing can be meant. */
export function problemAt(source: Source, range: Range, words: Words, edits?: Edit[]): Problem {
  const fix = edits && { edits }
  return { severity: 'error', file: source.file, ...source.place(range), ...words, fix }
}
