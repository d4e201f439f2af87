import { useInsertionEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { ClientPage } from '../sections/view.ts'
import { markOpeners } from './dialogs.ts'
import { markCurrent } from './mark-current.ts'
import type { PageSource } from './page-source.ts'
import { fullTitle } from './title.ts'

/** What is remembered of the pages that were shown in this document. */
export interface Visit {
  /** Where each entry of the history was scrolled to. */
  positions: Map<string, number>
  /** Pages whose blocks have appeared. */
  revealed: Set<string>
  /** The page that is shown. The first one came with the document: the browser has already placed and announced it. */
  shown?: ClientPage
  /** Where that was. The same place with other content, as in `site dev`, is no arrival. */
  place?: string
}

export const createVisit = (): Visit => ({ positions: new Map(), revealed: new Set() })

const onServer = typeof document === 'undefined'
const useBrowserLayoutEffect = onServer ? () => {} : useLayoutEffect

/** The entry of the history that the browser is at. The router knows those of links within a page by their anchor only. */
function currentEntry(): string {
  return window.navigation?.currentEntry?.key ?? (window.history.state?.key ?? 'default') + window.location.hash
}

/** As browsers do it: an escape that is not valid stands for itself. */
function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/**
 * What a document load does by itself and client navigation must do by hand: styles, title, canonical link, menus,
 * scroll (to the top or the anchor; back to the old place on back and forward), focus on the heading.
 */
export function useArrival(page: ClientPage, visit: Visit, { show, arrived }: PageSource): void {
  const location = useLocation()
  const type = useNavigationType()
  useInsertionEffect(() => show(page), [page, show])
  useBrowserLayoutEffect(() => {
    const { positions } = visit
    markOpeners()
    const entry = currentEntry()
    const remember = () => {
      // Not while the address is already that of another entry, and its page or place is still to come.
      if (currentEntry() === entry) positions.set(entry, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    const moved = visit.shown && visit.place !== entry + page.path
    visit.place = entry + page.path
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
      // Back or forward within the page. To an entry that is new, a link just followed, the browser is on its way.
      window.scrollTo({ top: positions.get(entry) ?? 0, behavior: 'instant' })
    }
    if (!positions.has(entry)) remember()
    visit.shown = page
    arrived(location.pathname)
    return () => window.removeEventListener('scroll', remember)
  }, [location.key, location.pathname, location.hash, page, visit, type, arrived])
}
