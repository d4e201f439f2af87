/** Formats a row of CSV (RFC 4180). The apostrophe keeps spreadsheets from running a cell as a formula. */
export function formatCsvRow(cells: readonly (string | number | undefined)[]): string {
  return cells
    .map((cell) => String(cell ?? '').replace(/^(?=[=+\-@\t\r])/, "'"))
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')
}
