import { expect, inject, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { cutTexts } from './inspectors/texts.ts'

const site = inject('site')
const browser = sharedBrowser()

/** One page of each layout, and the pages with the longest words, widest tables and most fields. */
const paths = [
  '/',
  '/get-started',
  '/create-distribution-plan',
  '/services',
  '/services/revenue-reclaim',
  '/services/walmart-management',
  '/solutions',
  '/careers/e-commerce-data-analyst',
  '/distribution-case-study',
  '/insights/listing-optimization',
  '/privacy',
]

it.each([320, 390])(
  'no page cuts off text or scrolls sideways at a width of %i px when the text size is doubled',
  async (width) => {
    const { page, close } = await browser.open({
      reducedMotion: 'reduce',
      viewport: { width, height: 844 },
      bypassCSP: true,
    })
    for (const path of paths) {
      await page.goto(site + path)
      await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
      expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px')
      expect(await cutTexts(page), path).toEqual([])
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return { scrollWidth, clientWidth }
      })
      expect(scrollWidth, path).toBe(clientWidth)
    }
    await close()
  },
)
