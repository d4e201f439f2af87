/**
 * The help widget goes for the rest of the session. The mark is on the root element, which is not React's, and is set
 * again by `+client.ts` before a page is hydrated. The keyboard goes on in the page.
 */
export function dismissHelp(): void {
  document.documentElement.dataset.helpGone = ''
  try {
    sessionStorage.setItem('helpGone', '1')
  } catch {
    // Storage is switched off: then it is gone until the next load.
  }
  document.getElementById('main')?.focus({ preventScroll: true })
}
