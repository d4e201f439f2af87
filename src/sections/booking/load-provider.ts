import type { SiteView } from '../site-view.ts'

/** The global object of a booking provider's script. */
export interface BookingProvider {
  initInlineWidget(options: { url: string; parentElement: HTMLElement }): void
}

/** How long to wait for the script, in milliseconds. */
const TIMEOUT = 8000

/**
 * Loads the provider's script. After a failure, the next call tries again, or uses the script if it has loaded in the
 * meantime.
 * @throws if the script cannot be loaded, does not define the provider, or takes too long
 */
export function loadBookingProvider({ script, global }: NonNullable<SiteView['scheduling']>): Promise<BookingProvider> {
  const provider = () => (window as unknown as Record<string, BookingProvider | undefined>)[global]
  return new Promise((resolve, reject) => {
    const existing = provider()
    if (existing) return resolve(existing)
    const element = document.createElement('script')
    const settle = () => {
      clearTimeout(timer)
      element.remove()
      const loaded = provider()
      if (loaded) resolve(loaded)
      else reject(new Error(`Failed to load the booking script ${script}`))
    }
    const timer = setTimeout(settle, TIMEOUT)
    element.src = script
    element.onload = settle
    element.onerror = settle
    document.head.append(element)
  })
}
