import pc from 'picocolors'
import { formatProblem, formatSummary, pluralize } from '../diagnostics/formats/pretty.ts'
import type { SaveReport } from './live-site.ts'

/** Maximum number of pages and files to list. */
const MAX_NAMES = 6

export function formatReport(report: SaveReport): string {
  if (report.kind === 'relay') return 'The relay restarted with the changed forms.'
  if (report.kind === 'error') return `${pc.red(report.text)}\n`
  const time = pc.dim(`· ${report.milliseconds} ms`)
  if (report.kind === 'mended') return `${pc.green('✓')} all problems fixed ${time}`
  if (report.kind === 'sources') return `${listNames(report.files)} → ${pc.cyan('open pages')} ${time}`
  if (report.kind === 'problems') {
    const { problems, texts, files } = report.loaded
    const shown = problems.map((problem) => `${formatProblem(problem, texts.get(problem.file))}\n\n`)
    return shown.join('') + formatSummary(problems, files, report.milliseconds)
  }
  const { files, pages } = report
  const first = pages.slice(0, MAX_NAMES).join(', ')
  const more = pages.length > MAX_NAMES ? ` and ${pages.length - MAX_NAMES} more` : ''
  return `${listNames(files)} → ${pages.length > 0 ? pc.cyan(first) + more : 'no page changed'} ${time}`
}

function listNames(files: readonly string[]): string {
  return files.length > MAX_NAMES ? `${pluralize(files.length, 'file')} changed` : files.join(', ')
}

export function formatReportAsJson(report: SaveReport): string {
  if (report.kind !== 'problems') return JSON.stringify({ version: 1, ...report })
  const { loaded, ...rest } = report
  return JSON.stringify({ version: 1, ...rest, problems: loaded.problems })
}
