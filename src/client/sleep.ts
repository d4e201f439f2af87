/** Parts of a page that can be left out of work on it: nothing outside them depends on what is in them. */
const PARTS = 'main > div > *, .foot'
/** Between one part and the next, in milliseconds: so that a tap does not wait for all of them. */
const PAUSE = 20

const asleep: HTMLElement[] = []
let waiting: (() => void)[] = []
let watch = new AbortController()

/**
 * Lets the parts of the page that are out of sight sleep, at the height they have: what touches the styles of the whole
 * document is not worked out there until they wake.
 * @param visibility `auto`: what is close to the window stays awake. `hidden`: nothing does, nor is there for the
 *   keyboard or a screen reader; for a page that is inert.
 */
export function sleepOutOfSight(visibility: 'auto' | 'hidden'): void {
  // All that is measured is measured first: what is read after a change is worked out anew, the size of the window too.
  const { innerWidth: width, innerHeight: height } = window
  const boxes = [...document.querySelectorAll<HTMLElement>(PARTS)].map((part) => ({
    part,
    box: part.getBoundingClientRect(),
  }))
  for (const { part, box } of boxes) {
    if (box.bottom >= 0 && box.top <= height) continue
    if (!asleep.includes(part)) asleep.push(part)
    part.style.height = `${box.height}px`
    part.style.contentVisibility = visibility
  }
  watch.abort()
  watch = new AbortController()
  const { signal } = watch
  window.addEventListener('scroll', doze, { once: true, signal })
  window.addEventListener('beforeprint', wakeAll, { signal })
  // The heights are those of this width; on a phone the window also changes its height, by scrolling.
  window.addEventListener('resize', () => window.innerWidth !== width && wakeAll(), { signal })
}

function doze(): void {
  for (const { style } of asleep) style.contentVisibility = 'auto'
}

function wakeAll(): void {
  while (asleep.length > 0) wakeOne()
}

function wakeOne(): void {
  // Nothing in the output has a style of its own.
  asleep.shift()?.removeAttribute('style')
  if (asleep.length > 0) return
  watch.abort()
  for (const run of waiting) run()
  waiting = []
}

/** Wakes the page: at once what is close to the window, and the rest from top to bottom, a part at a time. */
export function wake(): void {
  doze()
  const step = () => {
    wakeOne()
    if (asleep.length > 0) setTimeout(step, PAUSE)
  }
  setTimeout(step, PAUSE)
}

/** Runs when the whole page is awake: at once, where it is. */
export function whenAwake(run: () => void): void {
  if (asleep.length > 0) waiting.push(run)
  else run()
}
