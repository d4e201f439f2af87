/** Amounts as a ledger writes them: thousands apart, a real minus sign. */
export function amount(value: number): string {
  const digits = Math.abs(value).toLocaleString('en-US')
  return value < 0 ? `−${digits}` : digits
}

/** The same with a plus before what comes in. */
export function signedAmount(value: number): string {
  return value > 0 ? `+${amount(value)}` : amount(value)
}
