import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { ClientPage, SiteView } from '../content/view.ts'
import { fullTitle } from '../layout/title.ts'
import { settleTransition } from './links.ts'

const useBrowserLayoutEffect = typeof document === 'undefined' ? () => {} : useLayoutEffect
const positions = new Map<string, number>()

/** The first page of a document came with it: the browser has already placed and announced it. */
let shown: ClientPage | undefined
/** Where that was. The same place with other content, as in `site dev`, is no arrival. */
let place: string | undefined

/**
 * What a document load does by itself and client navigation must do by hand: title, canonical link,
 * scroll (to the top or the anchor; back to the old place on back and forward), focus on the heading.
 */
export function useArrival(page: ClientPage, site: SiteView, arrived: (path: string) => void): void {
  const location = useLocation()
  const type = useNavigationType()
  useBrowserLayoutEffect(() => {
    // Entries that the browser made for a link within the page all have the router's first key.
    const entry = location.key + location.hash
    const remember = () => {
      // Not while the address is already that of another entry, and its page or place is still to come.
      const { key = 'default' } = window.history.state ?? {}
      if (key + window.location.hash === entry) positions.set(entry, window.scrollY)
    }
    const restore = () => window.scrollTo({ top: positions.get(entry) ?? 0, behavior: 'instant' })
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
      if (type === 'POP') restore()
      else if (anchor) anchor.scrollIntoView({ behavior: 'instant' })
      else window.scrollTo({ top: 0, behavior: 'instant' })
      settleTransition()
    } else if (moved && window.history.state) {
      // Back within the page. An entry without a state is a link just followed: the browser is on its way there.
      restore()
    }
    shown = page
    arrived(location.pathname)
    return () => window.removeEventListener('scroll', remember)
  }, [location.key, location.pathname, location.hash, page, site, type, arrived])
}
