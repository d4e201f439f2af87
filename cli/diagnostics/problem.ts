import type { Edit } from './edit.ts'
import { type Location, type Range, toLocation } from './location.ts'

/** A problem in a content file. */
export interface Problem extends Location {
  /** Stable id, such as `ref/unknown-slug`; see `site explain <rule>`. */
  rule: string
  severity: 'error' | 'warning'
  /** Path relative to the parent of the content folder, with forward slashes. */
  file: string
  message: string
  expected?: string | undefined
  found?: string | undefined
  /** How to fix it, as a sentence. */
  help?: string | undefined
  related?: Related[]
  /** The fix, if it is unambiguous. Offsets refer to the text without its byte order mark. */
  fix?: { edits: Edit[] } | undefined
}

/** A second location for a problem, such as the first of two fields with the same name. */
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

/** A problem without its location. The severity is error by default. */
export type Finding = Omit<Problem, keyof Location | 'file' | 'severity' | 'fix'> & {
  severity?: Problem['severity'] | undefined
}

/**
 * Creates a problem located at a range in a file.
 * @param fix the replacement for that range, or other edits, if the fix is unambiguous
 */
export function createProblemAt(
  { file, text }: Text,
  range: Range,
  { severity = 'error', ...finding }: Finding,
  fix?: string | Edit[],
): Problem {
  const edits = typeof fix === 'string' ? [{ start: range[0], end: range[1], text: fix }] : fix
  return { severity, file, ...toLocation(text, range), ...finding, fix: edits && { edits } }
}

/** Creates a problem that affects a whole file, located at the start of the file. */
export function createFileProblem(file: string, finding: Finding, fix?: Edit[]): Problem {
  return createProblemAt({ file, text: '' }, [0, 1], finding, fix)
}

export function createRelatedLocation({ file, text }: Text, range: Range, message: string): Related {
  const { line, column } = toLocation(text, range)
  return { file, line, column, message }
}

/**
 * Returns the errors that are new or occur more often. Ignores lines and columns, because they move with every edit.
 */
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

/** Sorts problems by file, then by location. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
