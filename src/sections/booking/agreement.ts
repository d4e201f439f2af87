const KEY = 'bookingAgreed'

/** For browsers whose storage is switched off: until the next document. */
let agreed = false

/** Whether the visitor has agreed in this visit to load the booking provider. */
export function hasAgreed(): boolean {
  try {
    return agreed || sessionStorage.getItem(KEY) !== null
  } catch {
    return agreed
  }
}

export function rememberAgreement(): void {
  agreed = true
  try {
    sessionStorage.setItem(KEY, '1')
  } catch {
    // Storage is switched off or full.
  }
}
