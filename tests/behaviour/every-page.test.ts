import path from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { auditPage, type Look, looks } from '../../cli/audit/browse.ts'
import { openBuiltSite } from '../../cli/audit/built-site.ts'
import { readThresholds } from '../../cli/audit/thresholds.ts'
import { pages } from '../pages.ts'
import { keepProcess, launchBrowser } from './browser.ts'
import { onDesk, onPhone } from './inspectors/list.ts'
import { watchMotion } from './inspectors/motion.ts'

const base = inject('site')
const site = openBuiltSite(path.join(inject('out'), 'site'))
const thresholds = readThresholds()
const paths = [...Object.keys(pages), '/no-such-page']

let seenIn: Look[]
let close: () => Promise<void>
beforeAll(async () => {
  const browser = await launchBrowser()
  const [phone, desk] = looks
  const onePhone = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  await watchMotion(onePhone)
  const oneDesk = await browser.newContext(desk)
  for (const context of [onePhone, oneDesk]) {
    await delayFonts(context)
    await keepProcess(context, base)
  }
  seenIn = [
    { context: onePhone, inspectors: onPhone },
    { context: oneDesk, inspectors: onDesk },
  ]
  close = () => browser.close()
})
afterAll(() => close?.())

/** Fonts come after the first paint, so that the shift is seen that their swap may bring. */
async function delayFonts(context: BrowserContext): Promise<void> {
  await context.route('**/*.woff2', async (route) => {
    const page = route.request().frame().page()
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
}

describe('every page, on a phone and on a desk', () => {
  it.each(paths)('%s gives the inspectors nothing to find', async (route) => {
    const { findings, figures } = await auditPage(seenIn, site, base, route, thresholds)
    expect(figures.script).toBeGreaterThan(0)
    const expected = route in pages ? [] : ['console/error']
    expect(findings.filter(({ rule }) => !expected.includes(rule))).toEqual([])
  })

  it('stands there without scripting', async () => {
    const browser = await launchBrowser()
    const page = await browser.newPage({ javaScriptEnabled: false })
    for (const route of paths) {
      await page.goto(base + route)
      expect(await page.locator('h1').isVisible(), route).toBe(true)
      expect(await page.locator('main section').filter({ visible: false }).count(), route).toBe(0)
    }
    await browser.close()
  })
})
