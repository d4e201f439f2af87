import { createRoot } from 'react-dom/client'
import { createShadowHost } from '../../dev/browser/create.ts'
import type { StartEditing } from '../../dev/browser/live-page.ts'
import styles from './edit.css?inline'
import { Editor } from './editor.tsx'
import { createEditedPage } from './page.ts'
import pagePadding from './page-padding.css?inline'
import { openSession } from './session.ts'

/** Opens the editor on top of the page. Its shadow root inherits only the site's colors and fonts. */
export const startEditing: StartEditing = async ({ onExit, ...handlers }) => {
  const session = await openSession()
  const { host, root: shadow } = createShadowHost('site-editor', styles)
  host.popover = 'manual'
  const pageSheet = new CSSStyleSheet()
  pageSheet.replaceSync(pagePadding)
  document.adoptedStyleSheets.push(pageSheet)
  document.body.append(host)
  const page = createEditedPage(host, handlers)
  const root = createRoot(shadow)
  // Render the editor once the page's text is known.
  const unsubscribe = page.subscribe(() => {
    unsubscribe()
    root.render(<Editor session={session} page={page} host={host} onExit={onExit} />)
  })
  return {
    navigate: page.navigate,
    pageUpdated: page.pageUpdated,
    updateFailed: page.updateFailed,
    stop() {
      page.stop()
      root.unmount()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== pageSheet)
      host.remove()
    },
  }
}
