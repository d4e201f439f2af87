import { createRoot } from 'react-dom/client'
import { createHost } from '../../dev/browser/create.ts'
import type { StartEditing } from '../../dev/browser/editing.ts'
import styles from './edit.css?inline'
import { Editor } from './editor.tsx'
import { createEditedPage } from './page.ts'
import room from './room.css?inline'
import { openSession } from './session.ts'

/** Opens the editor over the page, in a shadow root that inherits only the colours and fonts of the site. */
export const startEditing: StartEditing = async ({ onLeave, ...handlers }) => {
  const session = await openSession()
  const { host, root: shadow } = createHost('site-editor', styles)
  host.popover = 'manual'
  const around = new CSSStyleSheet()
  around.replaceSync(room)
  document.adoptedStyleSheets.push(around)
  document.body.append(host)
  const page = createEditedPage(host, handlers)
  const root = createRoot(shadow)
  // Renders when the texts of the page are known.
  const begin = page.subscribe(() => {
    begin()
    root.render(<Editor {...{ session, page, host, onLeave }} />)
  })
  return {
    go: page.go,
    shown: page.shown,
    stop() {
      page.stop()
      root.unmount()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== around)
      host.remove()
    },
  }
}
