import { describe, expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { faintTexts } from './contrast.ts'
import { shiftsOf, watchShifts } from './layout-shift.ts'
import { cutTexts, textsBelow } from './page-text.ts'
import { smallTargets } from './targets.ts'

const site = inject('site')
const browser = sharedBrowser()
const paths = [...Object.keys(pages), '/no-such-page']
const still = { reducedMotion: 'reduce' } as const

describe('on every route', () => {
  it.each([
    [390, 'light'],
    [1440, 'dark'],
  ] as const)(
    'every text stands out from what is behind it, pictures included, at %i px, %s',
    async (width, scheme) => {
      const { page, close } = await browser.open({
        ...still,
        viewport: { width, height: 900 },
        colorScheme: scheme,
        bypassCSP: true,
      })
      for (const path of paths) {
        await page.goto(site + path)
        await hydrated(page)
        expect(await faintTexts(page), path).toEqual([])
      }
      await close()
    },
  )

  it('no text is cut off or out of reach at 320 px', async () => {
    const { page, close } = await browser.open({ ...still, viewport: { width: 320, height: 700 } })
    for (const path of paths) {
      await page.goto(site + path)
      expect(await cutTexts(page), path).toEqual([])
    }
    await close()
  })

  it.each([768, 1280])('no text is cut off or out of reach at twice the text size, at %i px', async (width) => {
    const { page, close } = await browser.open({ ...still, viewport: { width, height: 900 }, bypassCSP: true })
    for (const path of paths) {
      await page.goto(site + path)
      await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
      expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px')
      expect(await cutTexts(page), path).toEqual([])
    }
    await close()
  })

  it('no hours in a table are torn at their hyphen at 320 px', async () => {
    const { page, close } = await browser.open({ ...still, viewport: { width: 320, height: 700 } })
    await page.goto(`${site}/insights/listing-optimization`)
    const lines = await page.locator('.tbl td').evaluateAll((cells) =>
      cells
        .filter((cell) => /^[\d:]+-[\d:]+$/.test(cell.textContent ?? ''))
        .map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
        }),
    )
    expect(lines).toEqual(Array(6).fill(1))
    await close()
  })

  it.each([390, 1440])('no text is smaller than 14 px, in drawings either, at %i px', async (width) => {
    const { page, close } = await browser.open({ ...still, viewport: { width, height: 900 } })
    for (const path of paths) {
      await page.goto(site + path)
      expect(await textsBelow(page, 14), path).toEqual([])
    }
    await close()
  })

  it('a finger has 44 px for every main control', async () => {
    const { page, close } = await browser.open({ ...still, viewport: { width: 390, height: 844 }, hasTouch: true })
    for (const path of paths) {
      await page.goto(site + path)
      expect(await smallTargets(page, 44), path).toEqual([])
    }
    await close()
  })

  it.each([390, 1440])(
    'nothing moves by more than 0.02 when fonts arrive and scripts take over, at %i px',
    async (width) => {
      for (const path of paths) {
        const { page, close } = await browser.open({ viewport: { width, height: 844 } })
        await watchShifts(page)
        await page.goto(site + path)
        await hydrated(page)
        const shifts = await shiftsOf(page)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect(sum, `${path}: ${shifts.map(({ what }) => what).join(', ')}`).toBeLessThanOrEqual(0.02)
        await close()
      }
    },
  )
})
