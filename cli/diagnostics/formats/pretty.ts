import pc from 'picocolors'
import { commandName } from '../command-name.ts'
import { replaceWithDisplayPaths, toDisplayPath } from '../display-path.ts'
import type { Problem } from '../problem.ts'
import { type CheckResult, countProblems } from './result.ts'

/** Formats every problem with its source lines, followed by the summary. */
export function formatPretty({ problems, texts, files, explanations, folder, milliseconds }: CheckResult): string {
  const parts = problems.map((problem) => `${formatProblem(problem, texts.get(problem.file), folder)}\n`)
  const { fixable } = countProblems(problems)
  const first = problems[0]?.rule
  const hints = [
    ...(fixable > 0 ? [`${commandName} check --fix applies the fixes`] : []),
    ...(first && first in explanations ? [`${commandName} explain ${first} explains the rule`] : []),
  ]
  const more = hints.length > 0 ? `${pc.dim(`  ${hints.join(' · ')}`)}\n` : ''
  return `${[...parts, formatSummary(problems, files, milliseconds)].join('\n')}\n${more}`
}

/** Formats one line per problem, like a compiler. */
export function formatConcise({ problems, files, folder, milliseconds }: CheckResult): string {
  const lines = problems.map(({ file, line, column, severity, rule, message, expected, found, help }) => {
    const details = [expected && `expected ${replaceWithDisplayPaths(expected, folder)}`, found && `found ${found}`]
      .filter(Boolean)
      .join(', ')
    const text = `${message}${details && ` (${details})`}${help ? `. ${help}` : ''}`
    return `${toDisplayPath(file, folder)}:${line}:${column}: ${severity} ${rule}: ${text.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))}`
  })
  return `${[...lines, formatSummary(problems, files, milliseconds)].join('\n')}\n`
}

/**
 * Formats a problem for people: location, source frame and help.
 * @param folder the content folder; if set, paths are relative to the working directory
 */
export function formatProblem(problem: Problem, text: string | undefined, folder?: string): string {
  const path = (file: string) => (folder ? toDisplayPath(file, folder) : file)
  const paint = problem.severity === 'error' ? pc.red : pc.yellow
  const head = `${pc.bold(`${path(problem.file)}:${problem.line}:${problem.column}`)}  ${paint(problem.severity)}  ${pc.dim(problem.rule)}`
  const lines = [head, ...(text ? formatFrame(problem, text, paint) : [`  ${problem.message}`])]
  if (problem.expected)
    lines.push(`  expected ${folder ? replaceWithDisplayPaths(problem.expected, folder) : problem.expected}`)
  if (problem.found) lines.push(`  found    ${problem.found}`)
  for (const other of problem.related ?? [])
    lines.push(`  ${path(other.file)}:${other.line}:${other.column}  ${other.message}`)
  if (problem.help) lines.push(`  ${pc.cyan(problem.help)}${problem.fix ? pc.dim(' (fixable)') : ''}`)
  return lines.join('\n')
}

/** Returns the line with the problem and the adjacent lines. Long lines are truncated around the problem. */
function formatFrame({ line, column, length, message }: Problem, text: string, paint: typeof pc.red): string[] {
  const all = text.split(/\r?\n/)
  const digits = String(line + 1).length
  const width = Math.max(40, (process.stdout.columns ?? 140) - digits - 8)
  const cut = column - 1 > width - 30 ? column - 1 - Math.floor(width / 2) : 0
  return [line - 1, line, line + 1].flatMap((number) => {
    const content = all[number - 1]
    if (content === undefined || (number > line && content === '' && number === all.length)) return []
    const shown =
      cut === 0 ? content.slice(0, width) : content.length > cut ? `…${content.slice(cut + 1, cut + width)}` : ''
    const row = ` ${number === line ? paint('>') : ' '} ${pc.dim(`${String(number).padStart(digits)} │`)} ${shown}`
    if (number !== line) return [row.trimEnd()]
    const indent = shown.slice(0, column - 1 - cut).replace(/[^\t]/g, ' ')
    const marks = '^'.repeat(Math.max(1, Math.min(length, shown.length - (column - 1 - cut))))
    return [row, `   ${' '.repeat(digits)} ${pc.dim('│')} ${indent}${paint(`${marks} ${message}`)}`]
  })
}

/** Returns a line such as `✗ 3 errors (2 fixable), 1 warning in 2 of 84 files · 41 ms`, or one that reports success. */
export function formatSummary(problems: readonly Problem[], files: number, milliseconds: number): string {
  const { errors, affectedFiles } = countProblems(problems)
  const time = `${Math.round(milliseconds)} ms`
  if (problems.length === 0) return `${pc.green('✓')} ${pluralize(files, 'file')}, no problems · ${time}`
  const parts = (['error', 'warning'] as const).flatMap((severity) => {
    const list = problems.filter((problem) => problem.severity === severity)
    const { fixable } = countProblems(list)
    return list.length === 0 ? [] : [pluralize(list.length, severity) + (fixable > 0 ? ` (${fixable} fixable)` : '')]
  })
  if (files === 0) return `${pc.red('✗')} ${parts.join(', ')}`
  // `files` excludes missing files and images, so it may be less than `affectedFiles`.
  const where =
    affectedFiles > files ? pluralize(affectedFiles, 'file') : `${affectedFiles} of ${pluralize(files, 'file')}`
  return `${errors ? pc.red('✗') : pc.yellow('!')} ${parts.join(', ')} in ${where} · ${time}`
}

export function pluralize(amount: number, noun: string): string {
  return `${amount.toLocaleString('en-US')} ${noun}${amount === 1 ? '' : 's'}`
}
