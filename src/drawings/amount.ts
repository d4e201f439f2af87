import { grouped } from '../schema/figure.ts'

/** Amounts as a ledger writes them: thousands apart, cents in full or not at all, a real minus sign. */
export function amount(value: number, cents = false): string {
  const size = Math.abs(value)
  const digits = grouped(cents ? size.toFixed(2) : String(Number(size.toFixed(3))))
  return value < 0 ? `−${digits}` : digits
}

/** The same with a plus before what comes in. */
export function signedAmount(value: number, cents = false): string {
  return value > 0 ? `+${amount(value, cents)}` : amount(value, cents)
}
