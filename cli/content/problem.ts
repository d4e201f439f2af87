import type { Edit } from './edit.ts'
import type { Place } from './place.ts'

/** One thing that is wrong in a content file, with its place. */
export interface Problem extends Place {
  /** Stable id, such as `ref/unknown-slug`; `site explain <rule>` says more. */
  rule: string
  severity: 'error' | 'warning'
  /** Relative to the content folder's parent, with forward slashes. */
  file: string
  message: string
  expected?: string | undefined
  found?: string | undefined
  /** What to do, as a sentence. */
  help?: string | undefined
  related?: { file: string; line: number; column: number; message: string }[]
  /** What `--fix` does, where only one thing can be meant. Offsets in the text without a byte order mark. */
  fix?: { edits: Edit[] } | undefined
}

/** Sorted by file, then place, so that two runs print the same. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
