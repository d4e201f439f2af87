/** Milliseconds before the progress bar appears. */
const SHOW_AFTER = 200
/** Milliseconds after which an ordinary page load is better, because the browser shows progress and a stop button. */
const TIMEOUT = 3000

/**
 * Waits for a page, and shows a progress bar if that takes noticeably long.
 * @param message status for screen readers
 * @param signal aborted when the visitor navigates elsewhere
 * @throws if the page fails to load or takes too long; the progress bar then remains until the caller has loaded the
 * document
 */
export async function showNavigationProgress(
  page: Promise<unknown>,
  message: string,
  signal: AbortSignal,
): Promise<void> {
  const status = document.createElement('p')
  status.className = 'nav-progress'
  status.role = 'status'
  document.body.append(status)
  const notice = setTimeout(() => {
    status.innerHTML = '<span class="visually-hidden"></span>'
    status.firstElementChild?.append(message)
  }, SHOW_AFTER)
  const end = () => {
    clearTimeout(notice)
    status.remove()
    // Removes these listeners explicitly, because Chromium keeps listeners on `window` after their signal is aborted.
    signal.removeEventListener('abort', end)
    window.removeEventListener('pagehide', end)
  }
  signal.addEventListener('abort', end)
  window.addEventListener('pagehide', end)
  const late = new Promise((_, reject) => {
    setTimeout(reject, TIMEOUT, new Error(`The page did not arrive within ${TIMEOUT} ms`))
  })
  await Promise.race([page, late])
  end()
}
