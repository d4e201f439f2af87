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

/** The printed form of a report. */
export function printReport(report: Report<unknown>, { json = false }: { json?: boolean } = {}): string {
  return `${json ? JSON.stringify(report.data, null, 2) : report.text}\n`
}

/** Rows of cells under each other; the last cell of a row may be of any length. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, at) => Math.max(cell.length, all[at] ?? 0)), [])
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
