/** Milliseconds before a wait is shown. */
const UNNOTICED = 200
/** Milliseconds after which an ordinary page load, with the browser's own progress and stop button, is better. */
const PATIENCE = 3000

/**
 * Waits for a page and shows a progress bar if that takes a noticeable time.
 * @param words status for screen readers
 * @param signal aborted when another page was chosen
 * @throws if the page fails or takes too long; the status stays until the caller has loaded the document
 */
export async function withProgress(page: Promise<unknown>, words: string, signal: AbortSignal): Promise<void> {
  const status = document.createElement('p')
  status.className = 'nav-progress'
  status.role = 'status'
  document.body.append(status)
  const notice = setTimeout(() => {
    status.innerHTML = '<span class="visually-hidden"></span>'
    status.firstElementChild?.append(words)
  }, UNNOTICED)
  const end = () => {
    clearTimeout(notice)
    status.remove()
    // By hand: Chromium keeps listeners of `window` that an aborted signal should have removed.
    signal.removeEventListener('abort', end)
    window.removeEventListener('pagehide', end)
  }
  signal.addEventListener('abort', end)
  window.addEventListener('pagehide', end)
  let limit: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((_, reject) => {
    limit = setTimeout(reject, PATIENCE, new Error('page data: too late'))
  })
  await Promise.race([page, late]).finally(() => clearTimeout(limit))
  end()
}
