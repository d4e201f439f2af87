import path from 'node:path'
import { type CheckResult, count } from './result.ts'

/** Formats JSON for programs. Fields may be added; a changed meaning raises the version. */
export function json({ problems, files, folder }: CheckResult): string {
  const { errors, warnings, fixable } = count(problems)
  // Base of the file paths.
  const root = path.dirname(folder)
  const result = { version: 1, ok: errors === 0, root, files, errors, warnings, fixable, problems }
  return `${JSON.stringify(result, null, 2)}\n`
}
