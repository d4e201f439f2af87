import pc from 'picocolors'
import { escapeWorkflowValue, MAX_ANNOTATIONS } from '../diagnostics/formats/github.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import { pageMetrics } from '../diagnostics/thresholds.ts'
import type { AuditResult, GateResult } from './audit.ts'
import { type Finding, groupFindings } from './finding.ts'
import { MIN_BENCHMARK_INDEX } from './lighthouse.ts'

/** Formats the result of a check, such as `links      passed · 1.2 s`. */
export function formatGateResult({ gate, state, findings, seconds }: GateResult): string {
  const paint = { passed: pc.green, failed: pc.red, skipped: pc.dim, 'not run': pc.yellow }[state]
  const time = state === 'passed' || state === 'failed' ? pc.dim(` · ${seconds.toFixed(1)} s`) : ''
  return `${gate.padEnd(10)} ${paint(findings > 0 ? pluralize(findings, 'finding') : state)}${time}`
}

/** Formats findings as lines with page, rule and message. Findings that differ only in their page share a line. */
export function formatFindings({ findings }: AuditResult): string {
  return groupFindings(findings)
    .map(({ pages, rule, message }) => {
      const [first = ''] = pages
      const where = pages.length > 1 ? `${first} and ${pluralize(pages.length - 1, 'more page')}` : first
      return `${pc.bold(where)}  ${pc.red(rule)}  ${message}\n`
    })
    .join('')
}

export function formatAuditSummary({ findings, pages, gates }: AuditResult, seconds: number): string {
  const missing = gates.filter(({ state }) => state === 'skipped' || state === 'not run').map(({ gate }) => gate)
  const without = missing.length > 0 ? `, without ${missing.join(', ')}` : ''
  const what = findings.length > 0 ? pluralize(findings.length, 'finding') : 'no findings'
  return `${findings.length > 0 ? pc.red('✗') : pc.green('✓')} ${pluralize(pages.length, 'page')}${without}: ${what} · ${seconds} s`
}

/** Returns a note if the machine was too slow to rate performance. */
export function describeSlowMachine({ speed }: AuditResult): string | undefined {
  if (speed === undefined || speed >= MIN_BENCHMARK_INDEX) return undefined
  const rating = `${Math.round(speed)}, needs ${MIN_BENCHMARK_INDEX.toLocaleString('en-US')}`
  return `The machine was too slow to rate performance (Lighthouse benchmark ${rating}): low scores are reported, but do not fail the audit.`
}

/** Returns a hint if a page is too slow, because other programs on the machine can cause that, too. */
export function describeBusyMachine({ findings }: AuditResult): string | undefined {
  if (!findings.some(({ rule }) => rule === pageMetrics.performance.rule)) return undefined
  return 'The performance score depends on how busy the machine is: run the audit again while no other program works.'
}

/** Formats findings as GitHub workflow commands, each at the first affected page that has a content file. */
export function formatAnnotations(findings: readonly Finding[], fileOfPage: ReadonlyMap<string, string>): string {
  const groups = groupFindings(findings)
  const lines = groups.slice(0, MAX_ANNOTATIONS).map(({ pages, rule, message }) => {
    const file = pages.map((page) => fileOfPage.get(page)).find((known) => known !== undefined)
    const location = file ? `file=${escapeWorkflowValue(file)},` : ''
    return `::error ${location}title=${escapeWorkflowValue(rule)}::${escapeWorkflowValue(`${pages.join(' ')}  ${message}`, /[%\r\n]/g)}\n`
  })
  const more = groups.length - MAX_ANNOTATIONS
  const notice = `::notice title=site audit::${pluralize(more, 'more finding')}: see the step summary\n`
  return lines.join('') + (more > 0 ? notice : '')
}

export function formatStepSummary(findings: readonly Finding[]): string {
  const rows = groupFindings(findings).map(
    ({ pages, rule, message }) =>
      `| ${pages.join('<br>')} | \`${rule}\` | ${message.replace(/[|<>]/g, (char) => `&#${char.charCodeAt(0)};`)} |\n`,
  )
  return `### site audit\n\n| page | rule | finding |\n|---|---|---|\n${rows.join('')}`
}
