/** Reports whether a table cell is a number, with or without a short unit. */
export function isNumericCell(cell: string): boolean {
  return /\d/.test(cell) && /^[^\p{L}]*\p{L}{0,2}$/u.test(cell)
}

/**
 * Adds thousands separators, as in `12,345.67`, to a number with at most three decimals. Does not use
 * `Intl.NumberFormat`, because its first use takes 20 ms on a phone.
 */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')
}
