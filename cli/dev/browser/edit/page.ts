import { hasMarks } from '../../../edit/marks.ts'
import { type Spot, takeSpots } from './spots.ts'

/** The page under the editor: which texts it has, kept up with what is saved and where the visitor goes. */
export interface EditedPage {
  spots(): readonly Spot[]
  /** Called whenever the spots are other ones. @returns how to stop */
  subscribe(see: () => void): () => void
  /** The page as it is now was put into the document, with marks. */
  shown(): void
  stop(): void
}

/**
 * @param host the editor itself, which stays above what opens and within what makes everything else inert
 * @param onMoved the visitor went to another page, which has no marks yet
 */
export function createEditedPage(host: HTMLElement, onMoved: () => void): EditedPage {
  let spots: Spot[] = []
  let path = window.location.pathname
  const listeners = new Set<() => void>()
  const page: EditedPage = {
    spots: () => spots,
    subscribe(see) {
      listeners.add(see)
      return () => listeners.delete(see)
    },
    shown() {
      spots = takeSpots(document.body)
      // Its own changes are no news.
      observer.takeRecords()
      for (const see of listeners) see()
    },
    stop() {
      observer.disconnect()
      removeEventListener('toggle', opened, { capture: true })
    },
  }
  const rise = () => {
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    if (host.parentElement !== modal) modal.append(host)
    if (host.matches(':popover-open')) host.hidePopover()
    host.showPopover()
  }
  const opened = ({ target }: Event) => {
    if (target !== host) rise()
  }
  const observer = new MutationObserver((records) => {
    if (window.location.pathname !== path) {
      path = window.location.pathname
      return onMoved()
    }
    // Components may show a text for the first time.
    const news = records.flatMap(({ target, addedNodes }) => [target, ...addedNodes])
    if (
      news.some((node) => hasMarks(node.nodeType === Node.TEXT_NODE ? String(node.nodeValue) : '') || hasNewMarks(node))
    )
      page.shown()
    if (records.some(({ attributeName }) => attributeName === 'open')) rise()
  })
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['open'],
  })
  addEventListener('toggle', opened, { capture: true })
  rise()
  return page
}

function hasNewMarks(node: Node): boolean {
  return node instanceof Element && !node.matches('html, head, script') && hasMarks(node.textContent ?? '')
}
