import { useInsertionEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { ClientPage } from '../sections/view.ts'
import { markOpeners } from './dialogs.ts'
import { markCurrent } from './mark-current.ts'
import type { PageSource } from './page-source.ts'
import { fullTitle } from './title.ts'

/** State of the pages shown in this document. */
export interface Visit {
  /** Scroll position of each history entry. */
  positions: Map<string, number>
  /** Pages whose blocks have appeared. */
  revealed: Set<string>
  /** The current page. The browser has already scrolled and announced the first one. */
  shown?: ClientPage
  /** Its history entry and path. New content at the same location, as in `site dev`, is not an arrival. */
  location?: string
}

export const createVisit = (): Visit => ({ positions: new Map(), revealed: new Set() })

const onServer = typeof document === 'undefined'
const useBrowserLayoutEffect = onServer ? () => {} : useLayoutEffect

/** Returns the key of the current history entry. The router has no keys for links within a page. */
function currentEntry(): string {
  return window.navigation?.currentEntry?.key ?? (window.history.state?.key ?? 'default') + window.location.hash
}

/** Decodes a fragment; like browsers, leaves one with invalid escapes unchanged. */
function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/**
 * Does for client navigation what the browser does when it loads a document: styles, title, canonical link, menus,
 * scrolling (to the top or the anchor; to the old position on back and forward), focus on the heading.
 */
export function useArrival(page: ClientPage, visit: Visit, { show, arrived }: PageSource): void {
  const location = useLocation()
  const type = useNavigationType()
  useInsertionEffect(() => show(page), [page, show])
  useBrowserLayoutEffect(() => {
    const { positions } = visit
    markOpeners()
    const entry = currentEntry()
    const savePosition = () => {
      // Skip events after the address has changed and before the new page is shown.
      if (currentEntry() === entry) positions.set(entry, window.scrollY)
    }
    window.addEventListener('scroll', savePosition, { passive: true })
    const moved = visit.shown && visit.location !== entry + page.path
    visit.location = entry + page.path
    if (moved && (page !== visit.shown || type !== 'POP')) {
      document.title = fullTitle(page.path, page.title, page.site.name)
      const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
      if (canonical) canonical.href = new URL(page.path, canonical.href).href
      markCurrent(page.path)
      const anchor = document.getElementById(decodeFragment(location.hash.slice(1)))
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
      const top = positions.get(entry)
      if (top === undefined && anchor) anchor.scrollIntoView({ behavior: 'instant' })
      else window.scrollTo({ top: top ?? 0, behavior: 'instant' })
    } else if (moved && positions.has(entry)) {
      // Back or forward within the page. The browser itself scrolls to the anchor of a new entry.
      window.scrollTo({ top: positions.get(entry) ?? 0, behavior: 'instant' })
    }
    if (!positions.has(entry)) savePosition()
    visit.shown = page
    arrived(location.pathname)
    return () => window.removeEventListener('scroll', savePosition)
  }, [location.key, location.pathname, location.hash, page, visit, type, arrived])
}
