import type { BrowserContext, Page } from 'playwright-core'
import type { Finding } from './finding.ts'
import type { Inspector } from './inspector.ts'
import { scrollThrough, waitForFrames, waitForHydration } from './launch.ts'
import { collectPageDiagnostics, type PageDiagnostics } from './page-diagnostics.ts'

/** Results of opening a page in a browser. */
export interface PageVisit {
  findings: Finding[]
  /** Paths requested from the site. */
  loaded: Set<string>
  /** URLs requested from other origins. */
  foreign: string[]
  /** Layout shift as defined by Web Vitals, and the element that moved. */
  shift: PageDiagnostics['shift']
}

/** Time limit for hydration in milliseconds, long enough for a busy machine. */
const HYDRATION_TIMEOUT = 60_000

/** Maximum wait for fonts, images and animations, in milliseconds. */
const IDLE_TIMEOUT = 4000

/**
 * Opens a page, waits for hydration, and scrolls to the bottom and back to the top. Then enables reduced motion and
 * runs the inspectors.
 */
export async function visitPage(
  context: BrowserContext,
  base: string,
  path: string,
  inspectors: readonly Inspector[],
): Promise<PageVisit> {
  const page = await context.newPage()
  const findings: Finding[] = []
  const add = (rule: string, message: string) => findings.push({ page: path, rule, message })
  const loaded = new Set<string>()
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin === base) loaded.add(url.pathname)
    else if (/^https?:$/.test(url.protocol)) foreign.push(url.href)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      add(`console/${message.type()}`, message.text().split('\n', 1)[0] ?? '')
  })
  page.on('pageerror', ({ message }) => {
    const [first = ''] = message.split('\n', 1)
    // Production builds of React report hydration mismatches only by number.
    add(/React error #4(?:18|19|2[1-5])\b|[Hh]ydrat/.test(first) ? 'hydration/mismatch' : 'console/exception', first)
  })
  try {
    // Functions compiled by tsx call __name, which the page must define.
    await page.addInitScript({ content: `globalThis.__name = (value) => value; (${collectPageDiagnostics})()` })
    await page.goto(base + path, { waitUntil: 'load' })
    const live = await waitForHydration(page, HYDRATION_TIMEOUT).then(
      () => true,
      () => false,
    )
    if (!live) add('hydration/missing', `not hydrated after ${HYDRATION_TIMEOUT / 1000} s`)
    await scrollAround(page)
    const faults = await page.evaluate(() => (window as unknown as { faults: PageDiagnostics }).faults)
    if (faults.changed) add('hydration/changed', 'hydration changed the HTML')
    if (faults.replaced > 0) add('hydration/replaced', `HTML elements replaced by hydration: ${faults.replaced}`)
    for (const report of faults.policy) add('csp/violation', report)
    // Copy the set now, because inspectors may load more files.
    const loadedByPage = new Set(loaded)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const inspect of inspectors) for (const { rule, message } of await inspect(page)) add(rule, message)
    return { findings, loaded: loadedByPage, foreign, shift: faults.shift }
  } finally {
    await page.close()
  }
}

/** Scrolls to the bottom of the page, waits for fonts, images and animations, and scrolls back to the top. */
async function scrollAround(page: Page): Promise<void> {
  await scrollThrough(page, await page.evaluate(() => window.innerHeight))
  await page.evaluate(async (longest) => {
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    const pending = [
      document.fonts.ready,
      ...[...document.images].map((image) => image.decode()),
      ...ending.map(({ finished }) => finished),
    ]
    // Wait only for a limited time, because images in closed elements never load and paused animations never end.
    await Promise.race([Promise.allSettled(pending), new Promise((resolve) => setTimeout(resolve, longest))])
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, IDLE_TIMEOUT)
  await page.evaluate(waitForFrames)
}
