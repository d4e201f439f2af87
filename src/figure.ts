/** Whether a cell of a table is an amount, a share, a time or a count, with a short unit or without. */
export function isFigure(cell: string): boolean {
  return /^[^\p{L}]*\d[^\p{L}]*\p{L}{0,2}$/u.test(cell)
}
