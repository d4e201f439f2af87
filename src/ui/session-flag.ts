/** Reports whether the flag was set during the current visit. */
export function hasSessionFlag(name: string): boolean {
  try {
    return sessionStorage.getItem(name) !== null
  } catch {
    // Storage is disabled, so there are no flags.
    return false
  }
}

/** Sets the flag for this visit, if storage is available. */
export function setSessionFlag(name: string): void {
  try {
    sessionStorage.setItem(name, '1')
  } catch {
    // The flag is lost, because storage is disabled or full.
  }
}
