import path from 'node:path'
import type { Explanations, FileTexts, Problem } from '../problem.ts'

/** Result of a check, which the report formats display. */
export interface CheckResult {
  problems: readonly Problem[]
  /** Text of every file, keyed by the file name shown in problems. */
  texts: FileTexts
  /** Number of files read. */
  files: number
  explanations: Explanations
  /** Absolute path of the content folder. */
  folder: string
  milliseconds: number
}

/** Returns a problem's description in parts, each of which can be shown on its own line. */
export function describeProblem({ message, expected, found, help }: Problem): string[] {
  return [message, expected && `expected ${expected}`, found && `found ${found}`, help].flatMap((part) => part || [])
}

export function countProblems(problems: readonly Problem[]) {
  return {
    errors: problems.filter(({ severity }) => severity === 'error').length,
    warnings: problems.filter(({ severity }) => severity === 'warning').length,
    fixable: problems.filter(({ fix }) => fix).length,
    affectedFiles: new Set(problems.map(({ file }) => file)).size,
  }
}

/** Returns the path of a content file relative to the repository. */
export function getRepositoryPath(file: string, { folder }: CheckResult): string {
  const top = process.env.GITHUB_WORKSPACE ?? process.cwd()
  return path.relative(top, path.join(path.dirname(folder), file)).replaceAll(path.sep, '/')
}
