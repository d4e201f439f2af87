/**
 * The only script that a page runs at first. It hydrates the page on the visitor's first action, or when the page has
 * been loaded and painted and the browser is idle. It immediately hides the help widget if the visitor has dismissed it.
 */

import { restoreHelpDismissal } from '../client/help-widget.ts'
import type { HydratedApp } from './app.tsx'

const intents = ['pointerdown', 'touchstart', 'keydown', 'focusin']

restoreHelpDismissal()

/** Resolves once the page is hydrated. `site dev` uses the result to update the page's content. */
export const hydratedApp = new Promise<HydratedApp | undefined>((resolve) => {
  const started = new AbortController()
  const { signal } = started
  const start = () => {
    if (signal.aborted) return
    started.abort()
    resolve(import('./app.tsx').then((app) => app.hydrateApp()))
  }
  // If a page opens under a resting mouse, Chromium reports a move with no distance, often before the first paint.
  const onMove = ({ movementX, movementY }: PointerEvent) => {
    if (movementX || movementY) start()
  }
  // Not every browser has requestIdleCallback, and Chromium sometimes never calls the callback without a timeout.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 1000 }) : setTimeout(start, 200)
  const whenPainted = () =>
    new PerformanceObserver((_paints, observer) => {
      observer.disconnect()
      whenIdle()
    }).observe({ type: 'paint', buffered: true })
  const options = { capture: true, passive: true, signal }
  for (const intent of intents) addEventListener(intent, start, options)
  addEventListener('pointermove', onMove, options)
  if (document.readyState === 'complete') whenPainted()
  else addEventListener('load', whenPainted, { once: true, signal })
})
