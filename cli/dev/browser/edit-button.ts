import { hasModifier } from '@northshelf/site/ui/has-modifier.ts'
import { createElement, createShadowHost } from './create.ts'

const styles = `
:host { all: initial; position: fixed; inset: auto auto calc(16px + var(--consent, 0px)) 16px; z-index: 5; }
/* above the bar at the bottom of narrow pages: the help widget or a floating button */
@media (max-width: 59.99rem) { :host { inset-block-end: calc(80px + var(--consent, 0px)); } }
@media print { :host { display: none; } }
button { display: grid; place-items: center; inline-size: 48px; block-size: 48px; padding: 0; border: 1px solid var(--paper); border-radius: 6px; background: var(--tag); color: var(--on-tag); cursor: pointer; }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
svg { inline-size: 22px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linejoin: round; }
`

/** Adds a button and the shortcut E, which open the editor. @returns a function that shows or hides the button */
export function addEditButton(openEditor: () => void): (isShown: boolean) => void {
  const { host, root } = createShadowHost('site-pencil', styles)
  const button = createElement('button', { type: 'button', ariaLabel: 'Edit this page', title: 'Edit this page (E)' })
  button.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20l1-5L16 4l4 4L9 19zM13 7l4 4"/></svg>'
  button.addEventListener('click', openEditor)
  root.append(button)
  document.body.append(host)
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'e' || hasModifier(event) || event.repeat || isTyping(event) || !host.isConnected)
      return
    event.preventDefault()
    openEditor()
  })
  return (isShown) => {
    if (!isShown) return host.remove()
    document.body.append(host)
    button.focus()
  }
}

/** Reports whether the user is typing into a field, where E must insert a letter. */
function isTyping(event: Event): boolean {
  const [target] = event.composedPath()
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
