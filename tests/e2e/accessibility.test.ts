import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { describe, expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'
import { hydrated, sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe('accessibility', () => {
  it.each([
    [390, 'dark'],
    [1440, 'light'],
  ] as const)('axe finds nothing on any route at %i px, %s', async (width, colorScheme) => {
    const { page, close } = await browser.open({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
      bypassCSP: true,
    })
    for (const path of [...Object.keys(pages), '/no-such-page']) {
      await page.goto(site + path)
      await hydrated(page)
      await page.addScriptTag({ content: axe })
      const results = await page.evaluate(() =>
        (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
      )
      expect(
        results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        path,
      ).toEqual([])
    }
    await close()
  })

  it.each([320, 390, 768])('nothing scrolls sideways at %i px', async (width) => {
    const { page, close } = await browser.open({ viewport: { width, height: 900 } })
    for (const path of [...Object.keys(pages), '/no-such-page']) {
      await page.goto(site + path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
    }
    await close()
  })
})
