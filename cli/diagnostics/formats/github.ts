import type { Problem } from '../problem.ts'
import { pluralize } from './pretty.ts'
import { type CheckResult, countProblems, describeProblem, getRepositoryPath } from './result.ts'

/** Maximum number of annotations that GitHub shows per severity and step. */
export const MAX_ANNOTATIONS = 10
/** Maximum number of problems in a summary, because GitHub rejects summaries over 1 MB. */
const MAX_LISTED = 500

/** Formats workflow annotations, errors first. A notice counts the problems that only the step summary lists. */
export function formatGithubAnnotations(result: CheckResult): string {
  const { problems, files } = result
  const { errors, warnings } = countProblems(problems)
  const of = (severity: Problem['severity']) => problems.filter((problem) => problem.severity === severity)
  const shown = [...of('error').slice(0, MAX_ANNOTATIONS), ...of('warning').slice(0, MAX_ANNOTATIONS)]
  const more = Object.entries({ error: errors, warning: warnings }).flatMap(([noun, count]) =>
    count > MAX_ANNOTATIONS ? pluralize(count - MAX_ANNOTATIONS, `more ${noun}`) : [],
  )
  const lines = shown.map((problem) => annotation(problem, result))
  if (more.length > 0) lines.push(`::notice title=site check::${more.join(' and ')}: see the step summary`)
  lines.push(`${pluralize(errors, 'error')}, ${pluralize(warnings, 'warning')} in ${pluralize(files, 'file')}`)
  return `${lines.join('\n')}\n`
}

function annotation(problem: Problem, result: CheckResult): string {
  const { line, column: col, length, rule: title, severity } = problem
  const at = { file: getRepositoryPath(problem.file, result), line, endLine: line, col, endColumn: col + length, title }
  const properties = Object.entries(at).map(([name, value]) => `${name}=${escapeWorkflowValue(value)}`)
  const parts = describeProblem(problem).map((part) => part.replaceAll('%', '%25').replace(/\r?\n/g, '%0A'))
  return `::${severity} ${properties.join(',')}::${parts.join('%0A')}`
}

/** Escapes a value for a workflow command. By default, escapes the characters that are special in properties. */
export function escapeWorkflowValue(value: string | number, what = /[%\r\n:,]/g): string {
  return String(value).replace(what, encodeURIComponent)
}

/** Formats all problems as a table for $GITHUB_STEP_SUMMARY. */
export function formatGithubSummary(result: CheckResult): string {
  const { problems, files } = result
  const { errors, warnings } = countProblems(problems)
  if (problems.length === 0) return `### Content: no problems in ${pluralize(files, 'file')}\n`
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\r?\n/g, ' ').replaceAll('<', '&lt;')
  const rows = problems.slice(0, MAX_LISTED).map((problem) => {
    const { severity, rule, line, column, message, help } = problem
    const location = `${getRepositoryPath(problem.file, result)}:${line}:${column}`
    return `| ${severity} | \`${location}\` | ${cell(message)}${help ? `<br>${cell(help)}` : ''} | ${rule} |`
  })
  const rest = problems.length > MAX_LISTED ? `\n${pluralize(problems.length - MAX_LISTED, 'more problem')}\n` : ''
  return `### Content: ${pluralize(errors, 'error')}, ${pluralize(warnings, 'warning')} in ${pluralize(files, 'file')}\n\n| | location | problem | rule |\n|---|---|---|---|\n${rows.join('\n')}\n${rest}`
}
