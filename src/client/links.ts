import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasModifier } from '../ui/has-modifier.ts'
import { showNavigationProgress } from './navigation-progress.ts'
import { notifyIfOffline } from './offline.ts'
import { FullLoadRequiredError, type PageStore } from './page-store.ts'

/**
 * Handles clicks on internal links anywhere in the document with client-side navigation. Fetches the page on hover,
 * focus or touch and changes the URL once the page is loaded. If loading fails or takes too long, the browser loads the
 * full document instead, including on back and forward navigation. While the browser is offline, the current page stays
 * and a notice appears.
 * @param labels.loading status message while a page is loading
 * @param labels.offline notice when there is no connection
 */
export function useLinkNavigation(store: PageStore, labels: { loading: string; offline: string }): void {
  const navigate = useNavigate()
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let latest = new AbortController()
    document.documentElement.dataset.hydrated = ''

    /** Cancels any previous navigation. Returns the abort signal for the new one. */
    const startNavigation = () => {
      latest.abort()
      latest = new AbortController()
      return latest.signal
    }
    /** If the browser is offline, shows the notice, cancels the navigation and returns true. */
    const handleOffline = (error: unknown) => {
      const offline = notifyIfOffline(error, labels.offline)
      if (offline) startNavigation()
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
      const current = startNavigation()
      try {
        await showNavigationProgress(store.load(link.pathname), labels.loading, current)
      } catch (error) {
        if (current.aborted || handleOffline(error)) return
        if (!(error instanceof FullLoadRequiredError)) console.warn(error)
        window.location.assign(link.href)
        return
      }
      if (current.aborted) return
      // From now on, `useNavigationEffects` restores scroll positions, because the browser would restore them before
      // the page is rendered.
      window.history.scrollRestoration = 'manual'
      const go = () => navigate(link.pathname + link.search + link.hash)
      if (!document.startViewTransition || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return go()
      const { ready } = document.startViewTransition(() => {
        const arrived = store.nextArrival()
        go()
        return arrived
      })
      // Ignores the rejection when another navigation or a hidden window skips the animation.
      ready.catch(() => {})
    }
    const goBack = () => {
      const current = startNavigation()
      const { pathname } = window.location
      if (!(store.read(pathname) instanceof Promise)) return
      showNavigationProgress(store.load(pathname), labels.loading, current).catch((error) => {
        if (!current.aborted && !handleOffline(error)) window.location.reload()
      })
    }
    const release = () => {
      window.history.scrollRestoration = 'auto'
    }

    document.addEventListener('click', follow, { signal })
    for (const name of ['pointerover', 'focusin', 'touchstart'])
      document.addEventListener(name, prefetch, { signal, passive: true })
    window.addEventListener('popstate', goBack)
    window.addEventListener('pagehide', release)
    return () => {
      listening.abort()
      window.removeEventListener('popstate', goBack)
      window.removeEventListener('pagehide', release)
    }
  }, [navigate, store, labels])
}

/** Returns the link that contains the event target, if it points to a page on this site. */
function internalLink(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== window.location.origin)
    return undefined
  return /\.[a-z0-9]+$/.test(link.pathname) ? undefined : link
}
