import path from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { auditPage, type Look, looks } from '../../cli/audit/browse.ts'
import { openBuiltSite } from '../../cli/audit/built-site.ts'
import { readThresholds } from '../../cli/diagnostics/thresholds.ts'
import { pages } from '../pages.ts'
import { keepProcess, launchBrowser } from './browser.ts'
import { onDesk, onPhone, type Turn } from './inspectors/list.ts'
import { watchMotion } from './inspectors/motion.ts'

const base = inject('site')
const site = openBuiltSite(path.join(inject('out'), 'site'))
const thresholds = readThresholds()
const paths = [...Object.keys(pages), '/no-such-page']

/** Entries of one kind are laid out alike, and so is what stands at the top. */
const layoutOf = (route: string) => path.posix.dirname(route)

/** How a page is looked at on the phone and on the desk. */
function turnOf(route: string): [phone: Turn, desk: Turn] {
  const place = paths.indexOf(route)
  const around = paths.findIndex((one) => layoutOf(one) === layoutOf(route)) === place
  const turns: [Turn, Turn] = [
    { scheme: 'light', around },
    { scheme: 'dark', around },
  ]
  // What only phones or only desks show is on several pages, so that it is seen in both schemes.
  return place % 2 === 0 ? turns : [turns[1], turns[0]]
}

let browser: Browser
let seenAs: (turns: [phone: Turn, desk: Turn]) => Look[]
beforeAll(async () => {
  browser = await launchBrowser()
  const [phone, desk] = looks
  const onePhone = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  await watchMotion(onePhone)
  const oneDesk = await browser.newContext(desk)
  for (const context of [onePhone, oneDesk]) {
    await delayFonts(context)
    await keepProcess(context, base)
  }
  seenAs = ([phones, desks]) => [
    { context: onePhone, inspectors: onPhone(phones) },
    { context: oneDesk, inspectors: onDesk(desks) },
  ]
})
afterAll(() => browser?.close())

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
    const { findings, figures } = await auditPage(seenAs(turnOf(route)), site, base, route, thresholds)
    expect(figures.script).toBeGreaterThan(0)
    const expected = route in pages ? [] : ['console/error']
    expect(findings.filter(({ rule }) => !expected.includes(rule))).toEqual([])
  })

  it('stands there without scripting', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    for (const route of paths) {
      await page.goto(base + route)
      expect(await page.locator('h1').isVisible(), route).toBe(true)
      expect(await page.locator('main section').filter({ visible: false }).count(), route).toBe(0)
    }
    await context.close()
  })
})
