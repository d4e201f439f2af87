const KEY = 'measurement'

/**
 * Asks the visitor whether services may measure the visit, and stores only the answer. Global Privacy Control counts as
 * no. Does nothing on sites whose services do not ask.
 * @param onAccept called when the visitor accepts, or has accepted on an earlier page
 */
export function askForConsent(onAccept: () => void): void {
  const bar = document.querySelector<HTMLElement>('.consent-bar')
  const change = document.querySelector<HTMLElement>('.foot-consent')
  if (!bar || !change || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return
  let answer = readAnswer()
  if (answer === undefined) return
  let opener = document.getElementById('main')
  bar.hidden = answer !== ''
  change.hidden = false
  if (answer === 'yes') onAccept()
  change.addEventListener('click', ({ target }) => {
    opener = target as HTMLElement
    bar.hidden = false
    bar.querySelector('p')?.focus()
  })
  bar.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const hadAccepted = answer === 'yes'
    answer = target.value
    storeAnswer(answer)
    bar.hidden = true
    opener?.focus({ preventScroll: true })
    if (answer === 'yes' && !hadAccepted) onAccept()
    // Started services cannot be stopped, but the next document does not start them.
    if (answer === 'no' && hadAccepted) window.location.reload()
  })
  const { style } = document.documentElement
  new ResizeObserver(() => {
    // Every change makes the browser compute the styles of the whole page, so a bar that was never shown sets nothing.
    if (bar.offsetHeight > 0 || style.length > 0) style.setProperty('--consent', `${bar.offsetHeight}px`)
  }).observe(bar)
}

/** Stores the answer. If the storage is full, the answer applies until the page is closed. */
function storeAnswer(answer: string): void {
  try {
    localStorage.setItem(KEY, answer)
  } catch {}
}

/** Returns the stored answer, or undefined if the browser forbids storage and would therefore forget every answer. */
function readAnswer(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return undefined
  }
}
