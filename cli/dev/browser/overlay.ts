import { createElement, createShadowHost } from './create.ts'

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
@media (max-width: 600px) { pre { white-space: pre-wrap; overflow-wrap: anywhere; } }
button { flex: none; font: inherit; color: inherit; background: none; border: 1px solid #6f8b95; padding: 6px 14px; min-block-size: 36px; cursor: pointer; }
button:focus-visible, pre:focus-visible { outline: 3px solid #f9d63f; outline-offset: 2px; }
`

let host: HTMLElement | undefined
/** The text in the overlay; empty while the overlay is hidden. */
let shown = ''

/** Shows problems above the page, or hides them if there are none. Announces them without moving the focus. */
export function showProblems(problems: readonly string[]): void {
  const text = problems.join('\n')
  // Do not announce the same text twice.
  if (text && text === shown) return
  shown = text
  host?.remove()
  host = undefined
  if (problems.length === 0) return
  const created = createShadowHost('site-problems', styles)
  host = created.host

  const overlay = createElement('div', { popover: 'manual' })
  const title = problems.length === 1 ? 'One problem to fix' : `${problems.length} problems to fix`
  const hide = () => {
    shown = ''
    overlay.hidePopover()
  }
  const button = createElement('button', { type: 'button', textContent: 'Hide', onclick: hide })
  const lastPage = document.getElementById('main') ? 'The last valid page is below. ' : ''
  const intro = createElement('div')
  intro.append(
    createElement('h2', { textContent: title }),
    createElement('p', { textContent: `${lastPage}This message closes once the problem is fixed.` }),
  )
  const header = createElement('header')
  header.append(intro, button)
  const section = createElement('section', { role: 'alert', ariaLabel: title })
  section.append(header, ...problems.map((problem) => createElement('pre', { textContent: problem, tabIndex: 0 })))
  overlay.append(section)
  overlay.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide()
  })
  created.root.append(overlay)
  document.body.append(host)
  overlay.showPopover()
}
