/**
 * The only script a page runs before a visitor does something: it waits for the first intent, or for an idle moment
 * after load, and then applies the rest of the page's styles and hydrates. A help widget that was dismissed must not
 * show until then.
 */

import { restoreDismissal } from '../client/help-widget.ts'
import type { Running } from './app.tsx'

const intents = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin']

restoreDismissal()

/** What runs in this document, once it does; `site dev` gives it other content. */
export const running = new Promise<Running | undefined>((resolve) => {
  const begun = new AbortController()
  const { signal } = begun
  const start = () => {
    if (signal.aborted) return
    begun.abort()
    for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) sheet.media = 'all'
    resolve(import('./app.tsx').then((app) => app.start()))
  }
  // Not every browser can tell when it is idle, and one that is busy may never say so: Chromium sometimes forgets to.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 1000 }) : setTimeout(start, 200)
  for (const intent of intents) addEventListener(intent, start, { capture: true, passive: true, signal })
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true, signal })
})
