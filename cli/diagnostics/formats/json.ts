import path from 'node:path'
import { type CheckResult, count } from './result.ts'

/** Formats JSON for programs. New fields do not change the version; a new meaning of a field increments it. */
export function json({ problems, files, folder }: CheckResult): string {
  const { errors, warnings, fixable } = count(problems)
  // The folder that file paths are relative to.
  const root = path.dirname(folder)
  const result = { version: 1, ok: errors === 0, root, files, errors, warnings, fixable, problems }
  return `${JSON.stringify(result, null, 2)}\n`
}
