import { groupThousands } from '../schema/figure.ts'
import { formatMoney, isEnglish } from '../schema/number-format.ts'

/** Formats an amount with thousands separators and a true minus sign. With `cents`, adds two decimals. */
export function formatAmount(value: number, language = 'en', cents = false): string {
  const size = Math.abs(value)
  const digits = isEnglish(language)
    ? groupThousands(cents ? size.toFixed(2) : String(Number(size.toFixed(3))))
    : size.toLocaleString(language, cents ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : {})
  return value < 0 ? `−${digits}` : digits
}

/** Formats an amount like `formatAmount`, with a plus sign before positive amounts. */
export function formatSignedAmount(value: number, language?: string, cents = false): string {
  return `${value > 0 ? '+' : ''}${formatAmount(value, language, cents)}`
}

/** Formats an amount with its currency, such as `$`, and its unit, such as `%`. */
export function formatMeasure(value: number, language: string, currency = '', unit = ''): string {
  if (isEnglish(language)) return `${currency}${formatAmount(value)}${unit}`
  if (unit === '%') return (value / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 3 })
  const text = currency ? formatMoney(value, currency, language) : formatAmount(value, language)
  return text.replace(/(?<=\p{Nd})(?!.*\p{Nd})/u, () => unit)
}

/** Returns a part as a fraction of the whole; 0 if the part is negative or there is no whole, as in a chart of zeros. */
export function computeFraction(part: number, whole: number): number {
  return whole > 0 ? Math.max(0, part / whole) : 0
}

/** Formats a percentage for SVG, rounded so that server and browser output match. */
export function formatPercent(part: number, whole: number): string {
  return `${Math.round(computeFraction(part, whole) * 10_000) / 100}%`
}

/** Returns the positions and width of equal columns in percent. `space` is the gap as a fraction of a column. */
export function computeColumnLayout(count: number, space: number): { at: (index: number) => string; width: string } {
  const width = 100 / (count * (1 + space) - space)
  return { at: (index) => formatPercent(index * width * (1 + space), 100), width: formatPercent(width, 100) }
}
