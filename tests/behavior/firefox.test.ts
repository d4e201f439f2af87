import type { Page as PlaywrightPage } from 'playwright-core'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { collectPageDiagnostics, type PageDiagnostics } from '../../cli/audit/visit.ts'
import { firefoxPath, needs } from '../needs.ts'
import { findPictureDefects } from './inspectors/pictures.ts'
import { smallTargets } from './inspectors/targets.ts'
import { cutTexts, findOverflow, looseRanges, otherUnscripted, splitMarks, textsBelow } from './inspectors/texts.ts'

const site = inject('site')

/** One page of each type, and the pages with the most drawings, fields and figures. */
const paths = [
  '/',
  '/get-started',
  '/create-distribution-plan',
  '/services',
  '/services/revenue-reclaim',
  '/solutions',
  '/solutions/amazon-ppc',
  '/careers',
  '/careers/e-commerce-data-analyst',
  '/distribution-case-study',
  '/blog',
  '/insights/listing-optimization',
  '/privacy',
]

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

// Uses Puppeteer, because Playwright sends commands that the installed Firefox does not support.
describe('Firefox', needs('firefox'), () => {
  let browser: Browser
  let page: Page
  let messages: string[] = []
  beforeAll(async () => {
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: firefoxPath ?? '',
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    })
    page = await browser.newPage()
    await page.evaluateOnNewDocument(`(${collectPageDiagnostics})()`)
    page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => messages.push(`exception: ${error}`))
  })
  afterAll(() => browser?.close())

  it.each(paths.map((route, index) => ({ route, axeWidth: sizes[index % 2]?.width })))(
    'renders $route without defects in windows 390 and 1440 px wide, and without axe violations at $axeWidth px',
    async ({ route, axeWidth }) => {
      messages = []
      const found: string[] = []
      await page.goto(site + route)
      await page.mouse.move(5, 5)
      await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
      // The inspectors below call only `evaluate`, which Puppeteer's pages also support.
      const inspected = page as unknown as PlaywrightPage
      for (const size of sizes) {
        await page.setViewport(size)
        if (size.width === axeWidth)
          found.push(...toPageFindings(await runAxe(inspected)).map(({ rule, message }) => `${rule}: ${message}`))
        if (size.width === 390)
          found.push(...(await smallTargets(inspected, 44)), ...(await otherUnscripted(inspected)))
        for (const inspect of [splitMarks, findOverflow, cutTexts, findPictureDefects, looseRanges])
          found.push(...(await inspect(inspected)).map((defect) => `${defect}, ${size.width} px wide`))
        found.push(...(await textsBelow(inspected, 14)))
      }
      const { policy, changed, replaced } = await page.evaluate(
        () => (window as unknown as { pageDiagnostics: PageDiagnostics }).pageDiagnostics,
      )
      expect({ found, messages, policy, changed, replaced }).toEqual({
        found: [],
        messages: [],
        policy: [],
        changed: false,
        replaced: 0,
      })
    },
  )
})
