import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { NeedsFullLoad, type PageStore } from './page-store.ts'

let settle: (() => void) | undefined

/** Tells a running view transition that the new page is in the document. */
export function settleTransition(): void {
  settle?.()
  settle = undefined
}

/**
 * Client-side navigation for every plain link of the document, those in article bodies included:
 * the page is fetched on hover, focus or touch, and the address changes only when the page is there.
 * Whatever goes wrong ends in an ordinary page load.
 */
export function useLinks(store: PageStore): void {
  const navigate = useNavigate()
  useEffect(() => {
    let latest: string | undefined
    document.documentElement.dataset.hydrated = ''

    const prefetch = (event: Event) => {
      const link = internalLink(event.target)
      if (link && link.pathname !== window.location.pathname) store.load(link.pathname).catch(() => {})
    }
    const follow = async (event: MouseEvent) => {
      const link = internalLink(event.target)
      if (
        !link ||
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      if (link.pathname === window.location.pathname && link.hash) return
      event.preventDefault()
      latest = link.href
      try {
        await store.load(link.pathname)
      } catch (error) {
        if (!(error instanceof NeedsFullLoad)) console.warn(error)
        window.location.assign(link.href)
        return
      }
      if (latest !== link.href) return
      // From here on positions are ours to keep: the browser would restore them before the page is there.
      window.history.scrollRestoration = 'manual'
      const go = () => navigate(link.pathname + link.search + link.hash)
      if (!document.startViewTransition || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return go()
      document.startViewTransition(() => {
        const settled = new Promise<void>((resolve) => {
          settle = resolve
        })
        go()
        return settled
      })
    }
    const release = () => {
      window.history.scrollRestoration = 'auto'
    }

    document.addEventListener('click', follow)
    for (const name of ['pointerover', 'focusin', 'touchstart'])
      document.addEventListener(name, prefetch, { passive: true })
    window.addEventListener('pagehide', release)
    return () => {
      document.removeEventListener('click', follow)
      for (const name of ['pointerover', 'focusin', 'touchstart']) document.removeEventListener(name, prefetch)
      window.removeEventListener('pagehide', release)
    }
  }, [navigate, store])
}

/** The link an event came from, when it leads to a page of this site. */
function internalLink(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== window.location.origin)
    return undefined
  return /\.[a-z0-9]+$/.test(link.pathname) ? undefined : link
}
