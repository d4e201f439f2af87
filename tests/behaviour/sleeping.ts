import type { Page } from 'playwright-core'

/** Top and height of each part of the page, in whole pixels: what is asleep takes the room that it takes awake. */
export const places = (page: Page) =>
  page.locator('main > div > *, footer').evaluateAll((all) =>
    all.map((part) => {
      const { top, height } = part.getBoundingClientRect()
      return [top + window.scrollY, height].map(Math.round)
    }),
  )

/** The parts of the page that are asleep. */
export const asleep = (page: Page) => page.locator('[style*=content-visibility]')
