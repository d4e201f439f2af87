import { groupThousands } from '../schema/figure.ts'

/** Formats an amount with thousands separators and a true minus sign. With `cents`, adds two decimals. */
export function formatAmount(value: number, cents = false): string {
  const size = Math.abs(value)
  const digits = groupThousands(cents ? size.toFixed(2) : String(Number(size.toFixed(3))))
  return value < 0 ? `−${digits}` : digits
}

/** Formats an amount like `formatAmount`, with a plus sign before positive amounts. */
export function formatSignedAmount(value: number, cents = false): string {
  return value > 0 ? `+${formatAmount(value, cents)}` : formatAmount(value, cents)
}
