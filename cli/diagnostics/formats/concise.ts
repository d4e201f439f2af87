import { replaceWithDisplayPaths, toDisplayPath } from '../display-path.ts'
import { formatSummary } from './pretty.ts'
import type { CheckResult } from './result.ts'

/** Formats one line per problem, like a compiler. */
export function formatConcise({ problems, files, folder, milliseconds }: CheckResult): string {
  const lines = problems.map(({ file, line, column, severity, rule, message, expected, found, help }) => {
    const details = [expected && `expected ${replaceWithDisplayPaths(expected, folder)}`, found && `found ${found}`]
      .filter(Boolean)
      .join(', ')
    const text = `${message}${details && ` (${details})`}${help ? `. ${help}` : ''}`
    return `${toDisplayPath(file, folder)}:${line}:${column}: ${severity} ${rule}: ${text.replace(/\s*\n\s*/g, ' ')}`
  })
  return `${[...lines, formatSummary(problems, files, milliseconds)].join('\n')}\n`
}
