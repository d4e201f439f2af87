/** So long, in milliseconds, nobody takes it for waiting. */
const UNNOTICED = 200
/** From here on an ordinary load of the page, with the browser's own signs and ways out, is the better wait. */
const PATIENCE = 3000

/**
 * Waits for a page that somebody asked for, and says so once that takes longer than goes unnoticed.
 * @param words what is said meanwhile
 * @param signal something else was asked for
 * @throws when it fails or takes too long; the page is then to be loaded, and what is said stays until it is
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
