import type { PageHandlers } from '../../dev/browser/editing.ts'
import { hasMarks } from '../../dev/marks.ts'
import type { OpenPage } from '../../dev/open-page.ts'
import { type Spot, takeSpots } from './spots.ts'

/** The page under the editor and its texts, updated after saves and navigation. */
export interface EditedPage {
  spots(): readonly Spot[]
  /** Calls back when the spots or the files change. @returns how to unsubscribe */
  subscribe(see: () => void): () => void
  /** The document now shows the current page, with marks. */
  shown(): void
  /** Files have changed; need not wait for the page. */
  written(): void
  /** The content file of the page. */
  home(): string | undefined
  /** Goes to another page of the site. */
  go(address: string): void
  /** Shows an unsaved version of the page; undefined shows the saved one. */
  show(made: OpenPage | undefined): void
  stop(): void
}

/**
 * @param host the editor itself, which stays above what opens and within what makes everything else inert
 */
export function createEditedPage(
  host: HTMLElement,
  { onMoved, onShow }: Pick<PageHandlers, 'onMoved' | 'onShow'>,
): EditedPage {
  let spots: Spot[] = []
  let path = window.location.pathname
  const listeners = new Set<() => void>()
  const listening = new AbortController()
  const { signal } = listening
  /** Path of the navigation that the editor started. */
  let going: string | undefined
  /** The element of the editor that had the focus last. */
  let focused: EventTarget | undefined
  /** Returns the focus to the editor, because a new page takes it. */
  const focusBack = () => {
    going = undefined
    if (host.matches(':focus-within')) return
    const last = focused instanceof HTMLElement && focused.isConnected ? focused : undefined
    ;(last ?? host.shadowRoot?.getElementById('panel-title'))?.focus()
  }
  const written = () => {
    for (const see of listeners) see()
  }
  const page: EditedPage = {
    spots: () => spots,
    subscribe(see) {
      listeners.add(see)
      return () => listeners.delete(see)
    },
    shown() {
      spots = mergeSpots(spots, takeSpots(document.body))
      // Ignore the changes made here.
      observer.takeRecords()
      written()
      if (going === window.location.pathname) focusBack()
    },
    written,
    home: () => document.querySelector<HTMLMetaElement>('meta[name=file]')?.content,
    go(address) {
      going = new URL(address, window.location.href).pathname
      // The router of the page follows links of the document.
      const link = Object.assign(document.createElement('a'), { href: address })
      host.before(link)
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
      link.remove()
    },
    show: onShow,
    stop() {
      observer.disconnect()
      listening.abort()
    },
  }
  const rise = () => {
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    if (host.parentElement !== modal) modal.append(host)
    if (host.matches(':popover-open')) host.hidePopover()
    host.showPopover()
  }
  const observer = new MutationObserver((records) => {
    if (window.location.pathname !== path) {
      path = window.location.pathname
      return onMoved()
    }
    // Components may show a text for the first time.
    const changed = records.flatMap(({ target, addedNodes }) => [target, ...addedNodes])
    const isNew = (node: Node) =>
      hasMarks(node.nodeType === Node.TEXT_NODE ? String(node.nodeValue) : '') || hasNewMarks(node)
    // Opening and closing changes which texts are visible.
    if (records.some(({ attributeName }) => attributeName) || changed.some(isNew)) page.shown()
    if (records.some(({ attributeName }) => attributeName === 'open')) rise()
  })
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['open', 'aria-expanded'],
  })
  const raiseOverOpened = ({ target }: Event) => target !== host && rise()
  addEventListener('toggle', raiseOverOpened, { capture: true, signal })
  addEventListener('transitionend', ({ propertyName }) => propertyName === 'visibility' && page.shown(), { signal })
  // An open menu stays open while the pointer is over the editor.
  const keepOpen = (event: PointerEvent) => event.relatedTarget === host && event.stopPropagation()
  addEventListener('pointerleave', keepOpen, { capture: true, signal })
  host.shadowRoot?.addEventListener('focusin', ({ target }) => {
    focused = target ?? undefined
  })
  for (const name of ['pointerdown', 'focusin']) host.addEventListener(name, (event) => event.stopPropagation())
  rise()
  return page
}

/** Adds the new spots to those that React has not rendered again, which have lost their marks. */
function mergeSpots(known: readonly Spot[], taken: readonly Spot[]): Spot[] {
  const nodes = new Set(taken.map(({ range }) => range.startContainer))
  const kept = known.filter(
    ({ range }) => range.startContainer.isConnected && !range.collapsed && !nodes.has(range.startContainer),
  )
  return [...kept, ...taken].sort((a, b) => a.range.compareBoundaryPoints(Range.START_TO_START, b.range))
}

function hasNewMarks(node: Node): boolean {
  return node instanceof Element && !node.matches('html, head, script') && hasMarks(node.textContent ?? '')
}
