import path from 'node:path'
import { type CheckResult, countProblems } from './result.ts'

/** Formats a result as JSON. The version increases when a field's meaning changes, not when one is added. */
export function formatJson({ problems, files, folder }: CheckResult): string {
  const { errors, warnings, fixable } = countProblems(problems)
  // The folder that file paths are relative to.
  const root = path.dirname(folder)
  const result = { version: 1, ok: errors === 0, root, files, errors, warnings, fixable, problems }
  return `${JSON.stringify(result, null, 2)}\n`
}
