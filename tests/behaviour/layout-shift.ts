import type { Page } from 'playwright-core'

interface Shift {
  value: number
  /** What moved most. */
  what: string
}

/** Notes what moves on every page that is opened from now on. Fonts come late, so that their swap is seen. */
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

/** All shifts of the page so far, once its fonts have come and it has been drawn with them. */
export async function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return (window as unknown as { shifts: Shift[] }).shifts
  })
}
