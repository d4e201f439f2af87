import { summary } from './pretty.ts'
import type { CheckResult } from './result.ts'

/** One line a problem, as compilers write them, so that editors and `grep` can go by it. */
export function concise({ problems, files, milliseconds }: CheckResult): string {
  const lines = problems.map(({ file, line, column, severity, rule, message, help }) => {
    return `${file}:${line}:${column}: ${severity} ${rule}: ${message}${help ? `. ${help}` : ''}`
  })
  return `${[...lines, summary(problems, files, milliseconds)].join('\n')}\n`
}
