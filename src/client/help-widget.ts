const DISMISSED = 'helpDismissed'

/** The help widget goes for the rest of the session; the keyboard goes on in the page. */
export function dismissHelp(): void {
  hideHelp()
  try {
    sessionStorage.setItem(DISMISSED, '1')
  } catch {
    // Storage is switched off: then it is gone until the next load.
  }
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Hides the widget where it was dismissed before. */
export function restoreDismissal(): void {
  try {
    if (sessionStorage.getItem(DISMISSED)) hideHelp()
  } catch {
    // Storage is switched off.
  }
}

function hideHelp(): void {
  const widget = document.querySelector<HTMLElement>('.help')
  if (widget) widget.hidden = true
}
