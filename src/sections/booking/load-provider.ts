import type { SiteView } from '../site-view.ts'

/** What the script of a booking provider puts on `window`. */
export interface Provider {
  initInlineWidget(options: { url: string; parentElement: HTMLElement }): void
}

/** After that a visitor is no longer kept waiting. */
const PATIENCE = 8000

/**
 * The provider's script, fetched when a calendar is first asked for and never before. One that failed is asked for
 * anew the next time; one that comes too late is there the next time.
 * @throws when it cannot be had, is not what it should be, or takes too long
 */
export function loadProvider({ script, global }: NonNullable<SiteView['scheduling']>): Promise<Provider> {
  const provider = () => (window as unknown as Record<string, Provider | undefined>)[global]
  return new Promise((resolve, reject) => {
    const known = provider()
    if (known) return resolve(known)
    const element = document.createElement('script')
    const settle = () => {
      clearTimeout(timer)
      element.remove()
      const loaded = provider()
      if (loaded) resolve(loaded)
      else reject(new Error(`booking: ${script} did not load`))
    }
    const timer = setTimeout(settle, PATIENCE)
    element.src = script
    element.onload = settle
    element.onerror = settle
    document.head.append(element)
  })
}
