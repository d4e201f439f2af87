import { fromHere, pathsFromHere } from '../from-here.ts'
import { summary } from './pretty.ts'
import type { CheckResult } from './result.ts'

/** One line a problem, as compilers write them, so that editors and `grep` can go by it. */
export function concise({ problems, files, folder, milliseconds }: CheckResult): string {
  const lines = problems.map(({ file, line, column, severity, rule, message, expected, found, help }) => {
    const asked = [expected && `expected ${pathsFromHere(expected, folder)}`, found && `found ${found}`]
      .filter(Boolean)
      .join(', ')
    const words = `${message}${asked && ` (${asked})`}${help ? `. ${help}` : ''}`
    return `${fromHere(file, folder)}:${line}:${column}: ${severity} ${rule}: ${words.replace(/\s*\n\s*/g, ' ')}`
  })
  return `${[...lines, summary(problems, files, milliseconds)].join('\n')}\n`
}
