import { describe, expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'
import { violations } from './axe.ts'
import { hydrated, sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()
const paths = [...Object.keys(pages), '/no-such-page']

describe('accessibility', () => {
  it.each(paths)('axe finds nothing on %s, small and large, light, dark or in forced colours', async (path) => {
    for (const width of [390, 1440]) {
      const { page, close } = await browser.open({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
      await page.goto(site + path)
      await hydrated(page)
      expect(await violations(page), `${width} px`).toEqual([])
      await close()
    }
  })

  it.each([320, 390, 768])('nothing scrolls sideways at %i px', async (width) => {
    const { page, close } = await browser.open({ viewport: { width, height: 900 } })
    for (const path of paths) {
      await page.goto(site + path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
    }
    await close()
  })
})
