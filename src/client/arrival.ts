import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { ClientPage, SiteView } from '../sections/view.ts'
import { fullTitle } from '../site/title.ts'
import { settleTransition } from './links.ts'

const useBrowserLayoutEffect = typeof document === 'undefined' ? () => {} : useLayoutEffect
const positions = new Map<string, number>()

/** The first page of a document came with it: the browser has already placed and announced it. */
let shown: ClientPage | undefined
/** Where that was. The same place with other content, as in `site dev`, is no arrival. */
let place: string | undefined

/** The entry of the history that the browser is at. The router knows those of links within a page by their anchor only. */
function currentEntry(): string {
  return window.navigation?.currentEntry?.key ?? (window.history.state?.key ?? 'default') + window.location.hash
}

/**
 * What a document load does by itself and client navigation must do by hand: title, canonical link,
 * scroll (to the top or the anchor; back to the old place on back and forward), focus on the heading.
 */
export function useArrival(page: ClientPage, site: SiteView, arrived: (path: string) => void): void {
  const location = useLocation()
  const type = useNavigationType()
  useBrowserLayoutEffect(() => {
    const entry = currentEntry()
    const remember = () => {
      // Not while the address is already that of another entry, and its page or place is still to come.
      if (currentEntry() === entry) positions.set(entry, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    const moved = shown && place !== entry + page.path
    place = entry + page.path
    if (moved && (page !== shown || type !== 'POP')) {
      document.title = fullTitle(page.path, page.title, site.name)
      document.querySelector('link[rel=canonical]')?.setAttribute('href', site.url + page.path)
      const anchor = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
      const top = positions.get(entry)
      if (top === undefined && anchor) anchor.scrollIntoView({ behavior: 'instant' })
      else window.scrollTo({ top: top ?? 0, behavior: 'instant' })
      settleTransition()
    } else if (moved && positions.has(entry)) {
      // Back or forward within the page. To an entry that is new, a link just followed, the browser is on its way.
      window.scrollTo({ top: positions.get(entry) ?? 0, behavior: 'instant' })
    }
    if (!positions.has(entry)) remember()
    shown = page
    arrived(location.pathname)
    return () => window.removeEventListener('scroll', remember)
  }, [location.key, location.pathname, location.hash, page, site, type, arrived])
}
