/** Reports whether a table cell is a number, with or without a short unit. */
export function isNumericCell(cell: string): boolean {
  return /\d/.test(cell) && /^[^\p{L}]*\p{L}{0,2}$/u.test(cell)
}

/**
 * Adds thousands separators, as in `12,345.67`, to a number with at most three decimals. Does not use
 * `Intl.NumberFormat`, because its first use takes 20 ms on a phone.
 */
export function groupThousands(digits: string, [group = '', decimal = '']: string = ',.'): string {
  return digits.replace('.', decimal).replace(/\B(?=(?:\d{3})+(?!\d))/g, group)
}

/** Returns the first number of a text as it is written there, and its digits, such as `1,234.5` and `1234.5`. */
export function findNumber(text: string, [group = '', decimal = '']: string = ',.') {
  const [number = ''] = new RegExp(`\\d[\\d${group}]*(?:[${decimal}]\\d+)?`).exec(text) ?? []
  return { number, digits: number.replaceAll(group, '').replace(decimal, '.') }
}
