import pc from 'picocolors'
import type { Problem } from '../content/problem.ts'

/** A diagnostic for people: place, what, a frame of the source, what to do. */
export function prettyProblem(problem: Problem, text: string | undefined): string {
  const paint = problem.severity === 'error' ? pc.red : pc.yellow
  const head = `${pc.bold(`${problem.file}:${problem.line}:${problem.column}`)}  ${paint(problem.severity)}  ${pc.dim(problem.rule)}`
  const lines = [head, `  ${problem.message}`]
  if (problem.expected) lines.push(`  expected ${problem.expected}`)
  if (problem.found) lines.push(`  found    ${problem.found}`)
  if (text !== undefined) lines.push(...frame(problem, text, paint))
  for (const other of problem.related ?? [])
    lines.push(`  ${other.file}:${other.line}:${other.column}  ${other.message}`)
  if (problem.help) lines.push(`  ${pc.cyan(problem.help)}`)
  return lines.join('\n')
}

function frame({ line, column, length }: Problem, text: string, paint: (text: string) => string): string[] {
  const all = text.split(/\r?\n/)
  const width = String(line + 1).length
  return [line - 1, line, line + 1].flatMap((number) => {
    const content = all[number - 1]
    if (content === undefined) return []
    const row = ` ${number === line ? paint('>') : ' '} ${pc.dim(`${String(number).padStart(width)} │`)} ${content}`
    if (number !== line) return [row]
    const indent = content.slice(0, column - 1).replace(/[^\t]/g, ' ')
    return [
      row,
      `   ${' '.repeat(width)} ${pc.dim('│')} ${indent}${paint('^'.repeat(Math.max(1, Math.min(length, content.length - column + 1))))}`,
    ]
  })
}

/** `✗ 3 errors, 1 warning in 2 of 84 files · 41 ms` or the one line of success. */
export function summary(problems: readonly Problem[], files: number, milliseconds: number): string {
  const count = (severity: Problem['severity']) => problems.filter((problem) => problem.severity === severity).length
  const [errors, warnings] = [count('error'), count('warning')]
  const time = `${Math.round(milliseconds)} ms`
  if (problems.length === 0) return `${pc.green('✓')} ${plural(files, 'file')}, no problems · ${time}`
  const parts = [...(errors ? [plural(errors, 'error')] : []), ...(warnings ? [plural(warnings, 'warning')] : [])]
  const touched = new Set(problems.map((problem) => problem.file)).size
  return `${errors ? pc.red('✗') : pc.yellow('!')} ${parts.join(', ')} in ${touched} of ${plural(files, 'file')} · ${time}`
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
