import { hasSessionFlag, setSessionFlag } from '../ui/session-flag.ts'

const DISMISSED = 'helpDismissed'

/** Hides the help widget for the rest of the session and moves the focus to the page. */
export function dismissHelp(): void {
  hideHelp()
  setSessionFlag(DISMISSED)
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Hides the widget if the visitor has dismissed it. */
export function restoreHelpDismissal(): void {
  if (hasSessionFlag(DISMISSED)) hideHelp()
}

function hideHelp(): void {
  const widget = document.querySelector<HTMLElement>('.help')
  if (widget) widget.hidden = true
}
