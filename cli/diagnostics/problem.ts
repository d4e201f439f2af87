import type { Edit } from './edit.ts'
import { type Location, locationOf, type Range } from './location.ts'

/** One thing that is wrong in a content file, with its location. */
export interface Problem extends Location {
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
  related?: Related[]
  /** What `--fix` does, where only one thing can be meant. Offsets in the text without a byte order mark. */
  fix?: { edits: Edit[] } | undefined
}

/** Another location that a problem is about, such as the first of two fields with one name. */
interface Related {
  file: string
  line: number
  column: number
  message: string
}

interface Text {
  file: string
  text: string
}

/** What a problem says, apart from where. It is an error unless it says that it is a warning. */
export type Finding = Omit<Problem, keyof Location | 'file' | 'severity' | 'fix'> & {
  severity?: Problem['severity'] | undefined
}

/**
 * A problem at a range of a file's text.
 * @param fix what takes the place of that range, or other edits, where only one thing can be meant
 */
export function problemAt(
  { file, text }: Text,
  range: Range,
  { severity = 'error', ...finding }: Finding,
  fix?: string | Edit[],
): Problem {
  const edits = typeof fix === 'string' ? [{ start: range[0], end: range[1], text: fix }] : fix
  return { severity, file, ...locationOf(text, range), ...finding, fix: edits && { edits } }
}

/** A problem of a file as a whole. */
export function problemOfFile(file: string, finding: Finding, fix?: Edit[]): Problem {
  return problemAt({ file, text: '' }, [0, 1], finding, fix)
}

export function relatedAt({ file, text }: Text, range: Range, message: string): Related {
  const { line, column } = locationOf(text, range)
  return { file, line, column, message }
}

/** Errors that were not there before, or not as often. Lines and columns move with every edit. */
export function listNewErrors(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const keyOf = ({ file, rule, message, found }: Problem) => [file, rule, message, found].join('\n')
  const known = before.filter(isError).map(keyOf)
  return after.filter(isError).filter((problem) => {
    const at = known.indexOf(keyOf(problem))
    if (at >= 0) known.splice(at, 1)
    return at < 0
  })
}

function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

/** Sorted by file, then location, so that two runs print the same. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
