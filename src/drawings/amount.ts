import { grouped } from '../schema/figure.ts'

/** Formats an amount: thousands separated, all cents or none, a real minus sign. */
export function amount(value: number, cents = false): string {
  const size = Math.abs(value)
  const digits = grouped(cents ? size.toFixed(2) : String(Number(size.toFixed(3))))
  return value < 0 ? `−${digits}` : digits
}

/** The same, with a plus sign before positive amounts. */
export function signedAmount(value: number, cents = false): string {
  return value > 0 ? `+${amount(value, cents)}` : amount(value, cents)
}
