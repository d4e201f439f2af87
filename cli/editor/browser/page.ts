import { getTranslationName, parseTranslationName } from '../../content/translations/translation-name.ts'
import type { EditorHandlers } from '../../dev/browser/live-page.ts'
import { hasMarks } from '../../dev/source-marks.ts'
import { findInEditor } from './focus.ts'
import { extractTexts, type PageText } from './page-texts.ts'

/**
 * The page that the editor covers, and its text.
 * @param host the editor's element, which is moved into open modal dialogs and kept above popovers
 */
export function createEditedPage(host: HTMLElement, handlers: Omit<EditorHandlers, 'onExit'>) {
  const { onNavigate, onShow, openPage, pauseUpdates } = handlers
  let texts: readonly PageText[] = []
  let revision = 0
  let isOutdated = false
  let path = window.location.pathname
  const listeners = new Set<() => void>()
  const listening = new AbortController()
  const { signal } = listening
  /** Target path of a pending navigation that the editor started. */
  let navigatingTo: string | undefined
  /** The element in the editor that last had focus. */
  let focused: EventTarget | undefined
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const page = {
    texts: () => texts,
    /** Calls the listener when text or files change. @returns a function that unsubscribes */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Calls the listener when files change or another page opens. @returns a function that unsubscribes */
    subscribeToFiles(listener: () => void): () => void {
      let known = revision
      return page.subscribe(() => {
        if (known === revision) return
        known = revision
        listener()
      })
    },
    /** Returns a number that changes when files change or another page opens, but not when the page's scripts change it. */
    revision: () => revision,
    /** Reports whether the last update of the page failed. The page then shows outdated content until it is reloaded. */
    isOutdated: () => isOutdated,
    /** Notifies listeners that an update has failed. Files have changed, although the page has not. */
    updateFailed(): void {
      isOutdated = true
      page.filesChanged()
    },
    /** Rereads the page's text after files have changed or another page has opened. */
    pageUpdated(): void {
      isOutdated = false
      revision += 1
      page.textsChanged()
    },
    /** Rereads the page's text after the document has changed. */
    textsChanged(): void {
      texts = mergeTexts(texts, extractTexts(document.body))
      // Ignore the mutations that `extractTexts` caused.
      observer.takeRecords()
      notify()
      if (navigatingTo !== window.location.pathname) return
      // Return focus to the editor after a navigation.
      navigatingTo = undefined
      if (host.matches(':focus-within')) return
      const last = focused instanceof HTMLElement && focused.isConnected ? focused : findInEditor('#panel-title')
      last?.focus()
    },
    /** Notifies listeners that files have changed, before the page is updated. */
    filesChanged(): void {
      revision += 1
      notify()
    },
    contentFile: () => document.querySelector<HTMLMetaElement>('meta[name=file]')?.content,
    /** Lists the translation files of the page, one for each further language. */
    translations() {
      const file = page.contentFile() ?? ''
      const { of = file } = parseTranslationName(file) ?? {}
      const languages = document.querySelector<HTMLMetaElement>('meta[name=languages]')?.content.match(/\S+/g) ?? []
      return languages.map((language) => ({ language, file: getTranslationName(of, language) }))
    },
    /** Lists the links to the page in all its languages. */
    alternates: () => [...document.querySelectorAll<HTMLLinkElement>('link[hreflang]:not([hreflang=x-default])')],
    navigate(address: string): Promise<void> {
      navigatingTo = new URL(address, window.location.href).pathname
      return openPage(address)
    },
    pauseUpdates,
    show: onShow,
    stop(): void {
      observer.disconnect()
      listening.abort()
    },
  }
  const raise = () => {
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    if (host.parentElement !== modal) modal.append(host)
    if (host.matches(':popover-open')) host.hidePopover()
    host.showPopover()
  }
  const observer = new MutationObserver((records) => {
    if (window.location.pathname !== path) {
      path = window.location.pathname
      return onNavigate()
    }
    // A component may have rendered new text, which still contains marks.
    const changed = records.flatMap(({ target, addedNodes }) => [target, ...addedNodes])
    // Opening or closing an element changes which text is visible.
    if (records.some(({ attributeName }) => attributeName) || changed.some(hasNewMarks)) page.textsChanged()
    if (records.some(({ attributeName }) => attributeName === 'open')) raise()
  })
  const attributeFilter = ['open', 'aria-expanded']
  observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributeFilter })
  addEventListener('toggle', ({ target }) => target !== host && raise(), { capture: true, signal })
  const onTransition = ({ propertyName }: TransitionEvent) => propertyName === 'visibility' && page.textsChanged()
  addEventListener('transitionend', onTransition, { signal })
  // Keeps an open menu open while the pointer is over the editor.
  const keepOpen = (event: PointerEvent) => event.relatedTarget === host && event.stopPropagation()
  addEventListener('pointerleave', keepOpen, { capture: true, signal })
  host.shadowRoot?.addEventListener('focusin', ({ target }) => {
    focused = target ?? undefined
  })
  for (const name of ['pointerdown', 'focusin']) host.addEventListener(name, (event) => event.stopPropagation())
  raise()
  return page
}
export type EditedPage = ReturnType<typeof createEditedPage>

/** Combines new text with known text that is still on the page. Known text no longer contains marks. */
function mergeTexts(known: readonly PageText[], added: readonly PageText[]): PageText[] {
  const nodes = new Set(added.map(({ range }) => range.startContainer))
  const isKept = ({ startContainer, collapsed }: Range) =>
    startContainer.isConnected && !collapsed && !nodes.has(startContainer)
  const kept = known.filter(({ range }) => isKept(range))
  return [...kept, ...added].sort((a, b) => a.range.compareBoundaryPoints(Range.START_TO_START, b.range))
}

function hasNewMarks(node: Node): boolean {
  const isText = node instanceof Text || (node instanceof Element && !node.matches('html, head, script'))
  return isText && hasMarks(node.textContent ?? '')
}
