import type { PageHandlers } from '../../dev/browser/editing.ts'
import { hasMarks } from '../../dev/marks.ts'
import type { OpenPage } from '../../dev/open-page.ts'
import { type Spot, takeSpots } from './spots.ts'

/** The page under the editor: which texts it has, kept up with what is saved and where the visitor goes. */
export interface EditedPage {
  spots(): readonly Spot[]
  /** Called whenever the spots are other ones, or the files. @returns how to stop */
  subscribe(see: () => void): () => void
  /** The document now shows the current page, with marks. */
  shown(): void
  /** Files say something else now: what is read of them need not wait for the page. */
  written(): void
  /** The content file that it is the page of. */
  home(): string | undefined
  /** Goes to another page of the site. */
  go(address: string): void
  /** Shows a page that was not saved, at the same address; undefined shows again what is saved. */
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
  /** The page that the editor, and not the visitor, has asked for. */
  let going: string | undefined
  /** What of the editor had the focus last. */
  let focused: EventTarget | undefined
  /** A new page takes the focus, as it does for visitors. */
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
      spots = joined(spots, takeSpots(document.body))
      // Its own changes are no news.
      observer.takeRecords()
      written()
      if (going === window.location.pathname) focusBack()
    },
    written,
    home: () => document.querySelector<HTMLMetaElement>('meta[name=file]')?.content,
    go(address) {
      going = new URL(address, window.location.href).pathname
      // A link of the document is followed as all of them are.
      const link = Object.assign(document.createElement('a'), { href: address })
      host.before(link)
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
      link.remove()
    },
    show: onShow,
    stop() {
      observer.disconnect()
      removeEventListener('toggle', opened, { capture: true })
      removeEventListener('transitionend', faded)
      removeEventListener('pointerleave', stay, { capture: true })
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
    const isNew = (node: Node) =>
      hasMarks(node.nodeType === Node.TEXT_NODE ? String(node.nodeValue) : '') || hasNewMarks(node)
    // What opens and closes has texts that are in sight now, or not any more.
    if (records.some(({ attributeName }) => attributeName) || news.some(isNew)) page.shown()
    if (records.some(({ attributeName }) => attributeName === 'open')) rise()
  })
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['open', 'aria-expanded'],
  })
  addEventListener('toggle', opened, { capture: true })
  const faded = ({ propertyName }: TransitionEvent) => {
    if (propertyName === 'visibility') page.shown()
  }
  addEventListener('transitionend', faded)
  // A menu that is open stays so while its texts are written: its visitor has not gone.
  const stay = (event: PointerEvent) => {
    if (event.relatedTarget === host) event.stopPropagation()
  }
  addEventListener('pointerleave', stay, { capture: true })
  host.shadowRoot?.addEventListener('focusin', ({ target }) => {
    focused = target ?? undefined
  })
  for (const name of ['pointerdown', 'focusin']) host.addEventListener(name, (event) => event.stopPropagation())
  rise()
  return page
}

/** What React has not drawn anew has no marks any more, and is where it was. */
function joined(known: readonly Spot[], taken: readonly Spot[]): Spot[] {
  const nodes = new Set(taken.map(({ range }) => range.startContainer))
  const kept = known.filter(
    ({ range }) => range.startContainer.isConnected && !range.collapsed && !nodes.has(range.startContainer),
  )
  return [...kept, ...taken].sort((a, b) => a.range.compareBoundaryPoints(Range.START_TO_START, b.range))
}

function hasNewMarks(node: Node): boolean {
  return node instanceof Element && !node.matches('html, head, script') && hasMarks(node.textContent ?? '')
}
