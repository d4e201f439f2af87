import path from 'node:path'
import { type CheckResult, count } from './result.ts'

/** For programs. Fields may be added; one that changes its meaning raises the version. */
export function json({ problems, files, folder }: CheckResult): string {
  const { errors, warnings, fixable } = count(problems)
  // What the files of problems are relative to.
  const root = path.dirname(folder)
  const result = { version: 1, ok: errors === 0, root, files, errors, warnings, fixable, problems }
  return `${JSON.stringify(result, null, 2)}\n`
}
