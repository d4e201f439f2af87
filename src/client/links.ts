import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasModifier } from './has-modifier.ts'
import { withProgress } from './navigation-progress.ts'
import { reportOffline } from './offline.ts'
import { NeedsFullLoad, type PageStore } from './page-store.ts'

/**
 * Client-side navigation for every plain link of the document, those in article bodies included:
 * the page is fetched on hover, focus or touch, and the address changes only when the page is there.
 * Whatever goes wrong, or takes long, ends in an ordinary page load, on back and forward too; without a connection the
 * page stays and a notice says so.
 * @param words.loading status while a page is being loaded
 * @param words.offline notice when there is no connection
 */
export function useLinks(store: PageStore, words: { loading: string; offline: string }): void {
  const navigate = useNavigate()
  useEffect(() => {
    let latest = new AbortController()
    document.documentElement.dataset.hydrated = ''

    /** What was chosen before is waited for no longer. */
    const choose = () => {
      latest.abort()
      latest = new AbortController()
      return latest.signal
    }
    /** Without a connection: ends the wait, reports it and returns true. */
    const stays = (error: unknown) => {
      const offline = reportOffline(error, words.offline)
      if (offline) choose()
      return offline
    }
    const prefetch = (event: Event) => {
      const link = internalLink(event.target)
      if (link && link.pathname !== window.location.pathname) store.load(link.pathname).catch(() => {})
    }
    const follow = async (event: MouseEvent) => {
      const link = internalLink(event.target)
      if (!link || event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
      if (link.pathname === window.location.pathname && link.hash) return
      event.preventDefault()
      const signal = choose()
      try {
        await withProgress(store.load(link.pathname), words.loading, signal)
      } catch (error) {
        if (signal.aborted || stays(error)) return
        if (!(error instanceof NeedsFullLoad)) console.warn(error)
        window.location.assign(link.href)
        return
      }
      if (signal.aborted) return
      // From here on positions are ours to keep: the browser would restore them before the page is there.
      window.history.scrollRestoration = 'manual'
      const go = () => navigate(link.pathname + link.search + link.hash)
      if (!document.startViewTransition || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return go()
      const { ready } = document.startViewTransition(() => {
        const arrived = store.nextArrival()
        go()
        return arrived
      })
      // It rejects when the next navigation, or a hidden window, skips the animation.
      ready.catch(() => {})
    }
    const goBack = () => {
      const signal = choose()
      const { pathname } = window.location
      if (!(store.read(pathname) instanceof Promise)) return
      withProgress(store.load(pathname), words.loading, signal).catch((error) => {
        if (!signal.aborted && !stays(error)) window.location.reload()
      })
    }
    const release = () => {
      window.history.scrollRestoration = 'auto'
    }

    document.addEventListener('click', follow)
    for (const name of ['pointerover', 'focusin', 'touchstart'])
      document.addEventListener(name, prefetch, { passive: true })
    window.addEventListener('popstate', goBack)
    window.addEventListener('pagehide', release)
    return () => {
      document.removeEventListener('click', follow)
      for (const name of ['pointerover', 'focusin', 'touchstart']) document.removeEventListener(name, prefetch)
      window.removeEventListener('popstate', goBack)
      window.removeEventListener('pagehide', release)
    }
  }, [navigate, store, words])
}

/** The link an event came from, when it leads to a page of this site. */
function internalLink(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== window.location.origin)
    return undefined
  return /\.[a-z0-9]+$/.test(link.pathname) ? undefined : link
}
