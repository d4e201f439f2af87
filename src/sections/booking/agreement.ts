const KEY = 'bookingAgreed'

/** Reports whether the visitor has agreed in this visit to load the booking provider. */
export function hasAgreed(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    // Storage is switched off: each dialog asks.
    return false
  }
}

export function rememberAgreement(): void {
  try {
    sessionStorage.setItem(KEY, '1')
  } catch {
    // Storage is switched off or full.
  }
}
