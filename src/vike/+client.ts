/**
 * The only script a page runs before a visitor does something: it waits for the first intent,
 * or for an idle moment after load, and then hydrates. With the app comes the whole stylesheet, for which the browser
 * works out the styles of every element again: what is out of sight sleeps meanwhile. A help widget that was dismissed
 * must not show until then.
 */
import { sleepOutOfSight, wake } from '../client/sleep.ts'

const intents = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin']
let started = false

function start(): void {
  if (started) return
  started = true
  for (const intent of intents) removeEventListener(intent, start, true)
  sleepOutOfSight('auto')
  import('../client/app.tsx').then((app) => app.start()).finally(() => whenIdle(wake))
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 200)
}

try {
  if (sessionStorage.getItem('helpGone')) document.documentElement.dataset.helpGone = ''
} catch {
  // Storage is switched off.
}
for (const intent of intents) addEventListener(intent, start, { once: true, capture: true, passive: true })
if (document.readyState === 'complete') whenIdle(start)
else addEventListener('load', () => whenIdle(start), { once: true })
