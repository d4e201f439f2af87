/** So long it stays after the pointer has left, in milliseconds. */
const CLOSE_DELAY = 150

/**
 * Disclosure navigation. Until scripting takes over, and without it, CSS opens it on hover and focus. From the first
 * touch after that on (`data-live`) only `aria-expanded` decides, so that Esc and the close delay hold. What the pointer
 * has opened, a press keeps open and the next one closes: whoever points and presses does not close it unawares.
 */
export function answerSolutionsMenu(): void {
  const item = document.querySelector<HTMLElement>('.top-sub')
  const button = item?.querySelector('button')
  if (!item || !button) return
  let pressed = false
  let leaving: ReturnType<typeof setTimeout> | undefined
  const isOpen = () => button.ariaExpanded === 'true'
  const set = (open: boolean) => {
    clearTimeout(leaving)
    item.dataset.live = ''
    button.ariaExpanded = String(open)
    pressed = false
  }
  const takeOver = () => {
    if (item.dataset.live === undefined) set(false)
  }
  const closeFromOutside = ({ target }: Event) => {
    if (isOpen() && !item.contains(target as Node)) set(false)
  }

  // Open by CSS so far: it stays open.
  if (item.matches(':hover, :focus-within')) set(true)
  // Before the key moves the focus here, and CSS opens it.
  document.addEventListener('keydown', takeOver, { once: true, capture: true })
  item.addEventListener('focusin', takeOver)
  item.addEventListener('pointerenter', ({ pointerType }) => {
    clearTimeout(leaving)
    if (pointerType === 'touch') takeOver()
    else if (!isOpen()) set(true)
  })
  item.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'touch') return
    leaving = setTimeout(() => {
      // A keyboard at work in it outweighs a pointer that passes by.
      if (!item.querySelector(':focus-visible')) set(false)
    }, CLOSE_DELAY)
  })
  item.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (target.closest('a')) return set(false)
    if (!button.contains(target)) return
    const opens = !pressed
    set(opens)
    pressed = opens
  })
  document.addEventListener('pointerdown', closeFromOutside)
  document.addEventListener('focusin', closeFromOutside)
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return
    set(false)
    // Not out of a field elsewhere, where somebody writes while the pointer rests here.
    const { activeElement, body } = document
    if (activeElement === body || item.contains(activeElement)) button.focus()
  })
}
