import { useInsertionEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { FormVisit } from '../forms/visit-context.ts'
import type { ClientPage } from '../sections/view.ts'
import { markDialogOpeners } from './dialogs.ts'
import { markCurrentLinks } from './mark-current.ts'
import type { PageSource } from './page-source.ts'
import { formatPageTitle } from './title.ts'

/** State shared by the pages shown in this document. */
export interface VisitState extends FormVisit {
  /** Scroll position of each history entry. */
  positions: Map<string, number>
  /** Pages whose blocks have been revealed. */
  revealed: Set<string>
  /** The current page; undefined until the first page is shown, which the browser itself scrolls and announces. */
  shown?: ClientPage
  /** History entry and path of `shown`. New content at the same location, as in `site dev`, is not a navigation. */
  location?: string
}

export const createVisitState = (): VisitState => ({
  positions: new Map(),
  revealed: new Set(),
  savedAnswers: new Map(),
  loadedUrl: globalThis.location?.href ?? '',
})

/**
 * Returns the key of the current history entry. Without the Navigation API, includes the fragment, because the router
 * assigns no keys to links within a page.
 */
function currentEntry(): string {
  return window.navigation?.currentEntry?.key ?? (window.history.state?.key ?? 'default') + window.location.hash
}

/** Decodes a URL fragment. Like browsers, leaves a fragment with invalid escapes unchanged. */
function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/**
 * On client-side navigation, does what the browser does when it loads a document: applies styles, sets the title,
 * canonical link and menus, scrolls (to the top or the anchor; on back and forward, to the old position) and focuses
 * the heading.
 */
export function useNavigationEffects(page: ClientPage, visit: VisitState, { show, arrived }: PageSource): void {
  const location = useLocation()
  const type = useNavigationType()
  useInsertionEffect(() => show(page), [page, show])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation, also to the same address
  useLayoutEffect(() => {
    const { positions } = visit
    markDialogOpeners()
    const entry = currentEntry()
    const savePosition = () => {
      // Ignores scroll events after the URL has changed but before the new page is shown.
      if (currentEntry() === entry) positions.set(entry, window.scrollY)
    }
    window.addEventListener('scroll', savePosition, { passive: true })
    const moved = visit.shown && visit.location !== entry + page.path
    visit.location = entry + page.path
    if (moved && (page !== visit.shown || type !== 'POP')) {
      document.title = formatPageTitle(page.path, page.title, page.site.name)
      const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
      if (canonical) canonical.href = new URL(page.path, canonical.href).href
      markCurrentLinks(page.current)
      const anchor = document.getElementById(decodeFragment(location.hash.slice(1)))
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
      const top = positions.get(entry)
      if (top === undefined && anchor) anchor.scrollIntoView({ behavior: 'instant' })
      else window.scrollTo({ top: top ?? 0, behavior: 'instant' })
    } else if (moved && positions.has(entry)) {
      // Handles back and forward navigation within the page. When a link within the page is clicked, the browser itself
      // scrolls to the anchor.
      window.scrollTo({ top: positions.get(entry) ?? 0, behavior: 'instant' })
    }
    if (!positions.has(entry)) savePosition()
    visit.shown = page
    arrived(location.pathname)
    return () => window.removeEventListener('scroll', savePosition)
  }, [location.key, location.pathname, location.hash, page, visit, type, arrived])
}
