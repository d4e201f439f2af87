/**
 * The only script a page runs before a visitor does something: it waits for the first intent,
 * or for an idle moment after load, and then hydrates.
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

for (const intent of intents) addEventListener(intent, start, { once: true, capture: true, passive: true })
if (document.readyState === 'complete') whenIdle()
else addEventListener('load', whenIdle, { once: true })

export {}
