import type { Edit } from './edit.ts'
import { type Location, type Range, toLocation } from './location.ts'

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
type Related = Pick<Problem, 'file' | 'line' | 'column' | 'message'>

interface Text {
  file: string
  text: string
}

/** A problem without its location. The severity is error by default. */
export type ProblemDetails = Omit<Problem, keyof Location | 'file' | 'severity' | 'fix'> & {
  severity?: Problem['severity'] | undefined
}

/** Creates a problem at a range in a file. @param fix replacement for the range, or other edits, if unambiguous */
export function createProblemAt(
  { file, text }: Text,
  range: Range,
  { severity = 'error', ...details }: ProblemDetails,
  fix?: string | Edit[],
): Problem {
  const edits = typeof fix === 'string' ? [{ start: range[0], end: range[1], text: fix }] : fix
  return { severity, file, ...toLocation(text, range), ...details, fix: edits && { edits } }
}

/** Creates a problem that affects a whole file, located at the start of the file. */
export function createFileProblem(file: string, details: ProblemDetails, fix?: Edit[]): Problem {
  return createProblemAt({ file, text: '' }, [0, 1], details, fix)
}

export function createRelatedLocation({ file, text }: Text, range: Range, message: string): Related {
  const { line, column } = toLocation(text, range)
  return { file, line, column, message }
}

/** Returns problems that are new or occur more often. Ignores lines and columns, because they move with every edit. */
export function listNewProblems(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const keyOf = ({ file, rule, message, found }: Problem) => [file, rule, message, found].join('\n')
  const known = before.map(keyOf)
  return after.filter((problem) => {
    const at = known.indexOf(keyOf(problem))
    if (at >= 0) known.splice(at, 1)
    return at < 0
  })
}

/** Returns the errors among the new problems. */
export function listNewErrors(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  return listNewProblems(before.filter(isError), after.filter(isError))
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

/** Reports whether a problem is in the project's own code. */
export function isSourceProblem({ rule }: Problem): boolean {
  return rule.startsWith('source/')
}

/** Sorts problems by file, then by location. Problems in the project's own code come first, because they cause others. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return [...problems].sort(
    (a, b) =>
      Number(isSourceProblem(b)) - Number(isSourceProblem(a)) ||
      compare(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compare(a.rule, b.rule),
  )
}

/** Explanation of a rule, which `site explain` prints. */
export interface Explanation {
  /** What the problem is, in one sentence. */
  means: string
  /** How it affects visitors. */
  matters: string
  bad: string
  good: string
  /** How to fix it, in one sentence. */
  fix: string
  /**
   * Whether the rule compares dates with today. Such a warning never makes `site check --strict` fail, because a site
   * that passes today must also pass tomorrow.
   */
  dependsOnToday?: true
}

/** Explanations by rule id. */
export type Explanations = Readonly<Record<string, Explanation>>

/** Text of each content file, by file name. */
export interface FileTexts {
  get(file: string): string | undefined
  keys(): Iterable<string>
}
