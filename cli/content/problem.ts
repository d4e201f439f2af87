/** One thing that is wrong in a content file, with its place. Line and column count from 1, in the file as it is. */
export interface Problem {
  /** Stable id, such as `ref/unknown-slug`. */
  rule: string
  severity: 'error' | 'warning'
  /** Relative to the content folder's parent, with forward slashes. */
  file: string
  line: number
  column: number
  /** How many characters the place is long; at least 1. */
  length: number
  message: string
  expected?: string | undefined
  found?: string | undefined
  /** What to do, as a sentence. */
  help?: string | undefined
  related?: { file: string; line: number; column: number; message: string }[]
}

/** Sorted by file, then place, so that two runs print the same. */
export function sortProblems(problems: Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
