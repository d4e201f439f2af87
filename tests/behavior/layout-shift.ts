import type { Page } from 'playwright-core'
import { waitForFrames } from './browser.ts'

interface Shift {
  value: number
  /** The element that moved most. */
  what: string
}

/** Records layout shifts in all documents loaded afterwards. Delays fonts, so that font swaps cause visible shifts. */
export async function watchShifts(page: Page): Promise<void> {
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources, hadRecentInput } = entry as unknown as {
          value: number
          sources: { node: Node | null }[]
          hadRecentInput: boolean
        }
        const node = sources[0]?.node
        const element = node instanceof Element ? node : node?.parentElement
        const what = `${element?.localName}.${element?.getAttribute('class')} ${element?.textContent?.slice(0, 30)}`
        if (!hadRecentInput) shifts.push({ value, what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits until the page is rendered with its fonts, and returns all layout shifts since it was opened. */
export async function shiftsOf(page: Page): Promise<Shift[]> {
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  await page.evaluate(waitForFrames)
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
}
