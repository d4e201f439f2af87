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

/** Matches a number with the separators of any language. */
const NUMBER = /\d+(?:[.,'’\u00a0\u202f]\d+)*/

/** Matches the decimals of a number. Three digits after a separator are thousands, except after a zero. */
const DECIMALS = /(?:^0\D|\D(?!\d{3}$))(\d+)$/

/**
 * Returns the first number of a text, and a function that replaces it with another number of at most as many digits,
 * written with the same separators and decimals. Needs no `Intl` and no language, so that scripts are small.
 */
export function findNumber(text: string) {
  const [number = ''] = NUMBER.exec(text) ?? []
  const digits = number.replace(/\D/g, '')
  const decimals = DECIMALS.exec(number)?.[1]?.length ?? 0
  const replace = (value: number) => {
    const written = String(Math.abs(Math.round(value * 10 ** decimals))).padStart(decimals + 1, '0')
    let place = written.length - digits.length
    const figure = number.replace(/\d(\D?)/g, (_, separator) => (place++ < 0 ? '' : written[place - 1] + separator))
    return text.replace(number, value < 0 ? `−${figure}` : figure)
  }
  return { value: Number(digits) / 10 ** decimals, replace }
}
