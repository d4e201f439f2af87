import { dismissHelp } from './help-widget.ts'

const OPEN = 'details[data-popup][open]'

function close(popup: Element | null | undefined): void {
  if (!(popup instanceof HTMLDetailsElement)) return
  const hadFocus = popup.contains(document.activeElement)
  popup.open = false
  if (hadFocus) popup.querySelector('summary')?.focus()
}

/**
 * Closes `<details>` overlays (the menu on small screens and the help panel) when a link in them is clicked, when Esc
 * is pressed, and when the focus leaves them.
 */
export function activatePopups(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const help = target.closest<HTMLElement>('[data-help]')?.dataset.help
    if (help === 'dismiss') return dismissHelp()
    if (help || target.closest('a')) close(target.closest(OPEN))
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !document.querySelector('dialog[open]')) document.querySelectorAll(OPEN).forEach(close)
  })
  document.addEventListener('focusin', ({ target }) => {
    for (const popup of document.querySelectorAll<HTMLDetailsElement>(OPEN))
      if (!popup.parentElement?.contains(target as Node)) popup.open = false
  })
}
