import { fromHere, pathsFromHere } from '../from-here.ts'
import { summary } from './pretty.ts'
import type { CheckResult } from './result.ts'

/** Formats one line per problem, like a compiler. */
export function concise({ problems, files, folder, milliseconds }: CheckResult): string {
  const lines = problems.map(({ file, line, column, severity, rule, message, expected, found, help }) => {
    const details = [expected && `expected ${pathsFromHere(expected, folder)}`, found && `found ${found}`]
      .filter(Boolean)
      .join(', ')
    const text = `${message}${details && ` (${details})`}${help ? `. ${help}` : ''}`
    return `${fromHere(file, folder)}:${line}:${column}: ${severity} ${rule}: ${text.replace(/\s*\n\s*/g, ' ')}`
  })
  return `${[...lines, summary(problems, files, milliseconds)].join('\n')}\n`
}
