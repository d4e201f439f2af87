/** A quantity in text, such as `24-48 hours`, `$100K+` or `81%`. */
export interface Quantity {
  /** The quantity as written in the text. */
  text: string
  start: number
  /** A unit such as `%`, `$` or `hour`; empty if there is none. */
  unit: string
  low: number
  /** Equal to `low` if the quantity is not a range. */
  high: number
}

const AMOUNT = '(\\d[\\d,]*(?:\\.\\d+)?)([KMB](?![A-Za-z]))?'
const QUANTITY = new RegExp(
  `(?<![\\w.,-])(\\$)?${AMOUNT}(?:\\s?(?:-|–|to)\\s?\\$?${AMOUNT})?(?![\\w.,]*\\d)\\+?(?:\\s?(%|percent\\b)|[\\s-](minute|hour|day|week|month|year)s?\\b)?`,
  'g',
)
const SCALES: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9 }

export function listQuantities(text: string): Quantity[] {
  return [...text.matchAll(QUANTITY)].map((match): Quantity => {
    const [whole, dollar, from = '', fromScale, to, toScale, percent, time] = match
    const scale = SCALES[fromScale ?? toScale ?? ''] ?? 1
    const low = number(from) * (to && !fromScale && toScale ? scale : (SCALES[fromScale ?? ''] ?? 1))
    const high = to ? number(to) * (SCALES[toScale ?? ''] ?? 1) : low
    const unit = percent ? '%' : (time ?? (dollar ? '$' : (fromScale ?? '')))
    return { text: whole, start: match.index, unit, low, high }
  })
}

function number(text: string): number {
  return Number(text.replaceAll(',', ''))
}

export function isSameQuantity(one: Quantity, other: Quantity): boolean {
  return one.unit === other.unit && one.low === other.low && one.high === other.high
}
