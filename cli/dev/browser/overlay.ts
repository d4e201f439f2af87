import { create, createHost } from './create.ts'

const styles = `
:host { all: initial; }
[popover] {
  box-sizing: border-box; inset: 0; inline-size: 100%; block-size: 100%; max-inline-size: none; max-block-size: none;
  margin: 0; border: 0; padding: clamp(12px, 4vmin, 48px); overflow: auto;
  background: rgb(7 22 28 / 0.72); color: #eef5f7; font: 15px/1.5 system-ui, sans-serif;
}
section { max-inline-size: 1040px; margin-inline: auto; background: #07161c; border-block-start: 4px solid #ff8a7a; padding: 20px 24px 28px; }
header { display: flex; gap: 16px; align-items: start; justify-content: space-between; }
h2 { font: 600 18px/1.4 system-ui, sans-serif; margin: 0; }
p { margin: 4px 0 0; color: #b8cbd2; }
pre { margin: 20px 0 0; padding: 16px; overflow-x: auto; background: #0e242d; font: 13px/1.6 ui-monospace, monospace; tab-size: 2; }
button { flex: none; font: inherit; color: inherit; background: none; border: 1px solid #6f8b95; padding: 6px 14px; min-block-size: 36px; cursor: pointer; }
button:focus-visible, pre:focus-visible { outline: 3px solid #f9d63f; outline-offset: 2px; }
`

let host: HTMLElement | undefined
/** The text of the overlay; empty if hidden. */
let shown = ''

/**
 * Shows or removes problems over the page, above dialogs. They are announced without taking the focus. Styles are a
 * constructed sheet, which the policy of the page allows.
 */
export function showTroubles(troubles: readonly string[]): void {
  const text = troubles.join('\n')
  // Do not announce the same text again.
  if (text && text === shown) return
  shown = text
  host?.remove()
  host = undefined
  if (troubles.length === 0) return
  const made = createHost('site-troubles', styles)
  host = made.host

  const overlay = create('div', { popover: 'manual' })
  const count = troubles.length === 1 ? 'One problem' : `${troubles.length} problems`
  const hide = () => {
    shown = ''
    overlay.hidePopover()
  }
  const button = create('button', { type: 'button', textContent: 'Hide' })
  button.addEventListener('click', hide)
  const below = document.getElementById('main') ? 'Below is the last good page. ' : ''
  const words = create('div')
  words.append(
    create('h2', { textContent: `${count} to mend` }),
    create('p', { textContent: `${below}This goes by itself when the file is saved without it.` }),
  )
  const header = create('header')
  header.append(words, button)
  const section = create('section', { role: 'alert', ariaLabel: `${count} to mend` })
  section.append(header, ...troubles.map((text) => create('pre', { textContent: text, tabIndex: 0 })))
  overlay.append(section)
  overlay.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide()
  })
  made.root.append(overlay)
  document.body.append(host)
  overlay.showPopover()
}
