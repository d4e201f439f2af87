import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { ClientPage, SiteView } from '../content/view.ts'
import { fullTitle } from '../layout/title.ts'
import { settleTransition } from './links.ts'

const useBrowserLayoutEffect = typeof document === 'undefined' ? () => {} : useLayoutEffect
const positions = new Map<string, number>()

/** The first page of a document came with it: the browser has already placed and announced it. */
let firstArrival = true

/**
 * What a document load does by itself and client navigation must do by hand: title, canonical link,
 * scroll (to the top or the anchor; back to the old place on back and forward), focus on the heading.
 */
export function useArrival(page: ClientPage, site: SiteView, arrived: (path: string) => void): void {
  const location = useLocation()
  const type = useNavigationType()
  useBrowserLayoutEffect(() => {
    const remember = () => positions.set(location.key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    if (!firstArrival) {
      document.title = fullTitle(page.path, page.title, site.name)
      document.querySelector('link[rel=canonical]')?.setAttribute('href', site.url + page.path)
      const anchor = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
      if (type === 'POP') window.scrollTo({ top: positions.get(location.key) ?? 0, behavior: 'instant' })
      else if (anchor) anchor.scrollIntoView()
      else window.scrollTo({ top: 0, behavior: 'instant' })
      settleTransition()
    }
    firstArrival = false
    arrived(location.pathname)
    return () => window.removeEventListener('scroll', remember)
  }, [location.key, location.pathname, location.hash, page, site, type, arrived])
}
