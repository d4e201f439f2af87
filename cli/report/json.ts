import { type CheckResult, count } from './result.ts'

/** For programs. Fields may be added; one that changes its meaning raises the version. */
export function json({ problems, files }: CheckResult): string {
  const { errors, warnings, fixable } = count(problems)
  return `${JSON.stringify({ version: 1, ok: errors === 0, files, errors, warnings, fixable, problems }, null, 2)}\n`
}
