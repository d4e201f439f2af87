/**
 * The only script a page runs before a visitor does something: it waits for the first intent,
 * or for an idle moment after load, and then hydrates. A help widget that was dismissed must not show until then.
 */
const intents = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin']
let started = false

function start(): void {
  if (started) return
  started = true
  for (const intent of intents) removeEventListener(intent, start, true)
  import('./app.tsx').then((app) => app.start())
}

function whenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(start)
  else setTimeout(start, 200)
}

try {
  if (sessionStorage.getItem('helpGone')) document.documentElement.dataset.helpGone = ''
} catch {
  // Storage is switched off.
}
for (const intent of intents) addEventListener(intent, start, { once: true, capture: true, passive: true })
if (document.readyState === 'complete') whenIdle()
else addEventListener('load', whenIdle, { once: true })

export {}
