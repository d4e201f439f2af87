/** Reports whether the flag was set during this visit. */
export function hasSessionFlag(name: string): boolean {
  try {
    return sessionStorage.getItem(name) !== null
  } catch {
    // Storage is switched off.
    return false
  }
}

/** Remembers the flag until the visit ends, if there is storage. */
export function setSessionFlag(name: string): void {
  try {
    sessionStorage.setItem(name, '1')
  } catch {
    // Storage is switched off or full.
  }
}
