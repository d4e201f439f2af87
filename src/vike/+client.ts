/**
 * The only script that a page runs at first. On the visitor's first action, or when the browser is idle after loading,
 * it applies the remaining styles and hydrates the page. It immediately hides the help widget if the visitor has
 * dismissed it.
 */

import { restoreHelpDismissal } from '../client/help-widget.ts'
import type { HydratedApp } from './app.tsx'

const intents = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin']

restoreHelpDismissal()

/** Resolves once the page is hydrated. `site dev` uses the result to update the page's content. */
export const hydratedApp = new Promise<HydratedApp | undefined>((resolve) => {
  const started = new AbortController()
  const { signal } = started
  const start = () => {
    if (signal.aborted) return
    started.abort()
    // If the media of a link change, Chromium 143 loads the sheet again, and prints the page without it meanwhile.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (link.sheet) link.sheet.media.mediaText = 'all'
      else link.media = 'all'
    resolve(import('./app.tsx').then((app) => app.hydrateApp()))
  }
  // Not every browser has requestIdleCallback, and Chromium sometimes never calls the callback without a timeout.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 1000 }) : setTimeout(start, 200)
  for (const intent of intents) addEventListener(intent, start, { capture: true, passive: true, signal })
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true, signal })
})
