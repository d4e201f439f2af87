/** Amounts as a ledger writes them: thousands apart, cents in pairs, a real minus sign. */
export function amount(value: number): string {
  const cents = Number.isInteger(value) || Number.isInteger(value * 10) ? {} : { minimumFractionDigits: 2 }
  const digits = Math.abs(value).toLocaleString('en-US', cents)
  return value < 0 ? `−${digits}` : digits
}

/** The same with a plus before what comes in. */
export function signedAmount(value: number): string {
  return value > 0 ? `+${amount(value)}` : amount(value)
}
