import type { Option } from 'commander'
import type { Config } from '../config.ts'
import type { ReportGrouping } from '../monitoring/lead-report.ts'
import type { SiteForms } from '../site-forms.ts'
import type { EntryPlace } from '../store/store.ts'
import type { Target } from '../targets/target.ts'
import type { outcomeFormats } from './outcome-table.ts'

/** A command for operators. `run` takes plain values and never exits the process, so that tests can call it. */
export interface Command {
  /** Usage in commander's syntax, such as `show <id>`. */
  usage: string
  /** First word of a command that consists of two words, such as `person erase`. */
  group?: { name: string; description: string }
  description: string
  options?: Option[]
  /** Example command line, printed below the help text. */
  example?: string
  /** @returns the report to print; undefined if there is none */
  run(config: Config, args: CommandArgs): Promise<Report<unknown> | StreamedReport | undefined>
}

/** Thrown if a command's arguments are invalid. */
export class UsageError extends Error {}

/** Options and arguments of a command, plus the forms and targets, which are loaded on demand. */
export interface CommandArgs {
  id: string
  ids: readonly string[]
  place?: EntryPlace | 'all' | undefined
  form?: string | undefined
  since?: string | undefined
  before?: string | undefined
  limit?: number | undefined
  all?: boolean | undefined
  target?: string | undefined
  value?: string | undefined
  currency?: string | undefined
  at?: string | undefined
  outcomes?: boolean | undefined
  format?: keyof typeof outcomeFormats | undefined
  url?: string | undefined
  minutes?: number | undefined
  to?: string | undefined
  /** What a report groups leads by. */
  by?: ReportGrouping | undefined
  csv?: boolean | undefined
  dns?: boolean | undefined
  check?: boolean | undefined
  /** Email address of the person whose data a command exports or erases. */
  email: string
  yes?: boolean | undefined
  forms: SiteForms
  targets: readonly Target[]
}

/** Exit codes. 70 and 78 are from sysexits.h. */
export const EXIT_CODES = { good: 0, problems: 1, usage: 2, cannotRun: 3, bug: 70, configuration: 78 } as const

/** Result of a command, as data for programs and as text for people. */
export interface Report<T> {
  data: T
  /** Lines for a terminal, without a trailing line break. */
  text: string
  /** Warnings about skipped entries and folders, printed to stderr. */
  warnings?: readonly string[]
  /** False if the operator must act; the command then exits with code 1. */
  ok: boolean
}

/** A report whose items are printed as they are read. */
export interface StreamedReport<T = unknown> {
  items: AsyncIterable<{ data: T; line?: string }>
  /** Called after the last item. Returns a closing line for the text output, all warnings, and `ok` as in `Report`. */
  end(): { text?: string; warnings: readonly string[]; ok?: boolean }
}

export function formatReport(report: Report<unknown>, { json = false }: { json?: boolean } = {}): string {
  return `${json ? JSON.stringify(report.data, null, 2) : report.text}\n`
}

/** Formats a streamed report as JSON or text, chunk by chunk. */
export async function* formatReportStream(report: StreamedReport, { json = false }: { json?: boolean } = {}) {
  let first = true
  for await (const { data, line } of report.items) {
    if (json) yield `${first ? '[' : ','}\n${JSON.stringify(data, null, 2).replace(/^/gm, '  ')}`
    else if (line !== undefined) yield `${line}\n`
    first = false
  }
  const { text } = report.end()
  if (json) yield first ? '[]\n' : '\n]\n'
  else if (text !== undefined) yield `${text}\n`
}

/**
 * Formats rows as aligned columns, without trailing spaces.
 * @param widths column widths, updated in place to fit the cells
 */
export function formatTable(rows: readonly (readonly string[])[], widths: number[] = []): string {
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(cell.length, widths[column] ?? 0)
  const format = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => format(row).trimEnd()).join('\n')
}
