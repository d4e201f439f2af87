/** How long the menu stays open after the pointer has left it, in milliseconds. */
const CLOSE_DELAY = 150

/**
 * Controls the submenus. Without JavaScript, and until a submenu is first used, CSS opens it on hover and focus. After
 * that (`data-live`), only `aria-expanded` opens it, so that Esc and the close delay work. If the pointer has opened
 * the submenu, the first press of the button keeps it open and the next press closes it.
 */
export function activateSubmenus(): void {
  for (const item of document.querySelectorAll<HTMLElement>('.top-sub')) activateSubmenu(item)
}

function activateSubmenu(item: HTMLElement): void {
  const button = item.querySelector('button')
  if (!button) return
  let pressed = false
  let closeTimer: ReturnType<typeof setTimeout> | undefined
  const isOpen = () => button.ariaExpanded === 'true'
  const set = (open: boolean) => {
    clearTimeout(closeTimer)
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

  // CSS has already opened the menu, so keep it open.
  if (item.matches(':hover, :focus-within')) set(true)
  // Disable opening by CSS on the first key press, before Tab can move the focus into the menu.
  document.addEventListener('keydown', takeOver, { once: true, capture: true })
  item.addEventListener('focusin', takeOver)
  item.addEventListener('pointerenter', ({ pointerType }) => {
    clearTimeout(closeTimer)
    if (pointerType === 'touch') takeOver()
    else if (!isOpen()) set(true)
  })
  item.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'touch') return
    closeTimer = setTimeout(() => {
      // Keeps the menu open while it has keyboard focus.
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
    // Moves the focus to the button unless the focus is elsewhere on the page.
    const { activeElement, body } = document
    if (activeElement === body || item.contains(activeElement)) button.focus()
  })
}
