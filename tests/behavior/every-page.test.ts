import path from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { auditPage, deviceProfiles, type InspectionContext } from '../../cli/audit/browse.ts'
import { openBuiltSite } from '../../cli/audit/built-site.ts'
import { readThresholds } from '../../cli/diagnostics/thresholds.ts'
import { pages } from '../pages.ts'
import { triesAllCases } from '../sampled.ts'
import { keepProcess, launchBrowser } from './browser.ts'
import { onDesktop, onPhone, type View } from './inspectors/list.ts'
import { watchMotion } from './inspectors/motion.ts'

const base = inject('site')
const site = openBuiltSite(path.join(inject('out'), 'site'))
const thresholds = readThresholds()
const folderOf = (route: string) => path.posix.dirname(route)

/** Returns the folder of a page and the classes of its sections, which determine its layout. */
function describeLayout(route: string): string {
  const sections = DomUtils.getElementsByTagName('section', parseDocument(site.html(route)))
  return [folderOf(route), ...sections.map(({ attribs }) => attribs.class)].join('\n')
}

/** All pages, including one that does not exist. */
const paths = [...Object.keys(pages), '/no-such-page']
const layouts = new Map(paths.map((route) => [route in pages ? describeLayout(route) : route, route]))
/** A page of each layout; in the chaos suite, all pages. */
const inspected = triesAllCases ? paths : [...layouts.values()]

/** Returns the options for inspecting a page on a phone and on a desktop. */
function viewsOf(route: string): [phone: View, desktop: View] {
  const index = inspected.indexOf(route)
  const around = inspected.findIndex((other) => folderOf(other) === folderOf(route)) === index
  const views: [View, View] = [
    { scheme: 'light', around },
    { scheme: 'dark', around },
  ]
  // Alternates color schemes between pages, so that elements shown at only one screen size are inspected in both.
  return index % 2 === 0 ? views : [views[1], views[0]]
}

let browser: Browser
let looksFor: (views: [phone: View, desktop: View]) => InspectionContext[]
beforeAll(async () => {
  browser = await launchBrowser()
  const [phone, desktop] = deviceProfiles
  const phoneContext = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  await watchMotion(phoneContext)
  const desktopContext = await browser.newContext(desktop)
  for (const context of [phoneContext, desktopContext]) {
    await delayFonts(context)
    await keepProcess(context, base)
  }
  looksFor = ([phoneView, desktopView]) => [
    { context: phoneContext, inspectors: onPhone(phoneView) },
    { context: desktopContext, inspectors: onDesktop(desktopView) },
  ]
})
afterAll(() => browser?.close())

/** Delays fonts until after the first paint, so that layout shifts from font swaps are detected. */
async function delayFonts(context: BrowserContext): Promise<void> {
  await context.route('**/*.woff2', async (route) => {
    const page = route.request().frame().page()
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
}

describe('built pages', () => {
  it.each(inspected)('pass all automated page checks on a phone and a desktop: %s', async (route) => {
    const { findings, figures } = await auditPage(looksFor(viewsOf(route)), site, base, route, thresholds)
    expect(figures.script).toBeGreaterThan(0)
    const expected = route in pages ? [] : ['console/error']
    expect(findings.filter(({ rule }) => !expected.includes(rule))).toEqual([])
  })

  it('show all sections without JavaScript', async () => {
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
