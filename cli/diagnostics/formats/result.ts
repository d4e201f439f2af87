import type { Explanations } from '../explanation.ts'
import type { Problem } from '../problem.ts'
import type { Texts } from '../texts.ts'

/** What a check found, ready to be reported in one of the formats. */
export interface CheckResult {
  problems: readonly Problem[]
  /** Text of every file, by the name that problems use. */
  texts: Texts
  /** How many files were read. */
  files: number
  explanations: Explanations
  /** The content folder, absolute. */
  folder: string
  milliseconds: number
}

/** What a problem says, in parts that may stand on lines of their own. */
export function describe({ message, expected, found, help }: Problem): string[] {
  return [message, expected && `expected ${expected}`, found && `found ${found}`, help].flatMap((part) => part || [])
}

export function count(problems: readonly Problem[]) {
  return {
    errors: problems.filter(({ severity }) => severity === 'error').length,
    warnings: problems.filter(({ severity }) => severity === 'warning').length,
    fixable: problems.filter(({ fix }) => fix).length,
    /** Files that have a problem. */
    touched: new Set(problems.map(({ file }) => file)).size,
  }
}
