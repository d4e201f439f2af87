import type { Option } from 'commander'
import type { Config } from '../config.ts'
import type { FormBook } from '../intake/form-book.ts'
import type { Place } from '../store/store.ts'
import type { Target } from '../targets/target.ts'

/** One of the operator's commands. Exported for tests: `run` takes plain values and never ends the process. */
export interface Command {
  /** As commander reads it: `show <id>`. */
  usage: string
  description: string
  options?: Option[]
  /** Stands below the help. */
  example?: string
  /** @returns what is to be printed; undefined when the command has nothing to say */
  run(config: Config, given: Given): Promise<Report<unknown> | StreamedReport | undefined>
}

/** A command was called in a way that it does not have. */
export class UsageError extends Error {}

/** Input of a command: options, arguments, and forms and targets, which are loaded on demand. */
export interface Given {
  id: string
  ids: readonly string[]
  place?: Place | 'all' | undefined
  form?: string | undefined
  since?: string | undefined
  before?: string | undefined
  limit?: number | undefined
  all?: boolean | undefined
  target?: string | undefined
  to?: string | undefined
  dns?: boolean | undefined
  check?: boolean | undefined
  forms: FormBook
  targets: readonly Target[]
}

/** Exit codes; 70 and 78 as in sysexits.h. */
export const EXIT = { good: 0, problems: 1, usage: 2, cannotRun: 3, bug: 70, configuration: 78 } as const

/** What a command found or did: data for programs, text for people. */
export interface Report<T> {
  data: T
  /** Lines for a terminal, without a line break at the end. */
  text: string
  /** What was passed over, for stderr. */
  warnings?: readonly string[]
  /** False when an operator has to do something; the process should then end with 1. */
  ok: boolean
}

/** A report of any number of items, which are printed while they are read. */
export interface StreamedReport<T = unknown> {
  items: AsyncIterable<{ data: T; line?: string }>
  /** Asked after the last item. */
  end(): { text?: string; warnings: readonly string[] }
}

/** The printed form of a report. */
export function printReport(report: Report<unknown>, { json = false }: { json?: boolean } = {}): string {
  return `${json ? JSON.stringify(report.data, null, 2) : report.text}\n`
}

/** The printed form of a streamed report, piece by piece. */
export async function* printStream(report: StreamedReport, { json = false }: { json?: boolean } = {}) {
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
 * Rows of cells under each other; the last cell of a row may be of any length.
 * @param widths of the columns, which grow with the cells
 */
export function formatTable(rows: readonly (readonly string[])[], widths: number[] = []): string {
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(cell.length, widths[at] ?? 0)
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
