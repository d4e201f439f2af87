const PRESSES = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click']
const KEYS = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change']
/** What the browser answers by itself. */
const NATIVE = 'a, summary, label, input, select, textarea'
/** Buttons that open by style as long as they have the focus. */
const BY_STYLE = '.top-sub > button'

/**
 * While React hydrates, it answers anything a visitor does by hydrating what it hit in one piece first, and the visitor
 * waits for it. But the browser follows links, opens details and fills in fields by itself. So until hydration leaves
 * the browser idle, React hears of clicks elsewhere only, such as on a carousel, and is told of the rest afterwards.
 * Must be called before `hydrateRoot`: it listens on the same element.
 */
export function spareEarlyPresses(root: HTMLElement): void {
  const over = new AbortController()
  const changed = { input: new Set<EventTarget>(), change: new Set<EventTarget>() }
  const clicked: HTMLElement[] = []
  const spare = (event: Event) => {
    const target = event.target as Element
    if (event.type === 'click' && !target.closest(NATIVE)) {
      const button = target.closest<HTMLElement>(BY_STYLE)
      if (!button) return
      // Not every browser focuses a button that is clicked.
      button.focus()
      clicked.push(button)
    }
    event.stopImmediatePropagation()
    if (event.type === 'input' || event.type === 'change') changed[event.type].add(target)
  }
  const end = () => {
    over.abort()
    for (const [type, targets] of Object.entries(changed))
      for (const target of targets) target.dispatchEvent(new Event(type, { bubbles: true }))
    for (const button of clicked) if (button === document.activeElement) button.click()
  }
  for (const name of [...PRESSES, ...KEYS])
    root.addEventListener(name, spare, { capture: true, passive: true, signal: over.signal })
  if ('requestIdleCallback' in window) requestIdleCallback(end, { timeout: 2000 })
  else setTimeout(end, 300)
}
