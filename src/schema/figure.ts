/** Whether a cell of a table is an amount, a share, a time or a count, with a short unit or without. */
export function isFigure(cell: string): boolean {
  return /^[^\p{L}]*\d[^\p{L}]*\p{L}{0,2}$/u.test(cell)
}

/**
 * Digits with a comma before every three of them, as in `12,345.67`; at most three decimals. What `Intl.NumberFormat`
 * gives in English, without its first use, which holds a phone up for 20 ms.
 */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')
}
