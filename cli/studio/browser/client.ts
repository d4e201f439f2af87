import { applyState } from '../../dev/browser/live-page.ts'

/** The script of the studio's pages. It receives the site's state while the page is visible. */

/** Milliseconds until the next attempt after the server has refused a connection, for example while it restarts. */
const RETRY = 5000

let events: EventSource | undefined
/** The last state. The server repeats it, but problems that were hidden must not appear again. */
let state = ''

function listen(): void {
  events?.close()
  // Browsers open only a few connections to a server over HTTP/1.1, so hidden tabs must not keep theirs.
  if (document.hidden) return
  const opened = new EventSource('/@studio/events')
  opened.onmessage = ({ data }) => {
    if (data !== state) applyState(JSON.parse(data))
    state = data
  }
  opened.onerror = () => {
    if (opened.readyState === EventSource.CLOSED) setTimeout(() => opened === events && listen(), RETRY)
  }
  events = opened
}

document.addEventListener('visibilitychange', listen)
listen()
