import type { Problem } from '../content/problem.ts'

/** What a check found, ready to be told in one of the formats. */
export interface CheckResult {
  problems: readonly Problem[]
  /** Text of every file, by the name that problems use. */
  texts: ReadonlyMap<string, string>
  /** How many files were read. */
  files: number
  /** The content folder, absolute. */
  folder: string
  milliseconds: number
}

export interface Counts {
  errors: number
  warnings: number
  fixable: number
  /** Files that have a problem. */
  touched: number
}

export function count(problems: readonly Problem[]): Counts {
  return {
    errors: problems.filter(({ severity }) => severity === 'error').length,
    warnings: problems.filter(({ severity }) => severity === 'warning').length,
    fixable: problems.filter(({ fix }) => fix).length,
    touched: new Set(problems.map(({ file }) => file)).size,
  }
}
