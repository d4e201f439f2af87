import type { BrowserContext, Page } from '@northshelf/audit'
import type { Finding } from './finding.ts'
import { scrollThrough, waitForFrames, waitForHydration } from './launch.ts'

export type PageFinding = Omit<Finding, 'page'>

/** Checks a hydrated page that is scrolled to the top, and leaves it unchanged. */
export type Inspector = (page: Page) => Promise<PageFinding[]>

/** Problems that `collectPageDiagnostics` records in `window.pageDiagnostics`. */
export interface PageDiagnostics {
  /** Violations of the content security policy. */
  policy: string[]
  /** Layout shift as defined by Web Vitals, and the element that moved. */
  shift: { value: number; what: string }
  /** Number of elements of the original HTML that hydration replaced. */
  replaced: number
  /** Whether hydration changed the HTML. */
  changed: boolean
}

/** Time limit for hydration in milliseconds, long enough for a busy machine. */
const HYDRATION_TIMEOUT = 60_000

/** Time limit for fonts, images and animations, in milliseconds. Only files that never arrive reach it. */
const IDLE_TIMEOUT = 60_000

/**
 * Opens a page, waits for hydration, and scrolls to the bottom and back to the top. Then enables reduced motion and
 * runs the inspectors.
 */
export async function visitPage(context: BrowserContext, base: string, path: string, inspectors: readonly Inspector[]) {
  const page = await context.newPage()
  const findings: Finding[] = []
  const add = (rule: string, message: string) => findings.push({ page: path, rule, message })
  /** Paths requested from the site. */
  const loaded = new Set<string>()
  /** URLs requested from other origins. */
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
    await waitForHydration(page, HYDRATION_TIMEOUT).catch(() =>
      add('hydration/missing', `not hydrated after ${HYDRATION_TIMEOUT / 1000} s`),
    )
    // Images far below the first view load only when a visitor scrolls.
    const requests = loaded.size
    await scrollAround(page)
    const diagnostics = await page.evaluate(
      () => (window as unknown as { pageDiagnostics: PageDiagnostics }).pageDiagnostics,
    )
    if (diagnostics.changed) add('hydration/changed', 'hydration changed the HTML')
    if (diagnostics.replaced > 0)
      add('hydration/replaced', `HTML elements replaced by hydration: ${diagnostics.replaced}`)
    for (const report of diagnostics.policy) add('csp/violation', report)
    // Copy the set now, because inspectors may load more files.
    const loadedByPage = new Set(loaded)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const inspect of inspectors) for (const { rule, message } of await inspect(page)) add(rule, message)
    return { findings, requests, loaded: loadedByPage, foreign, shift: diagnostics.shift }
  } finally {
    await page.close()
  }
}

/** Scrolls to the bottom of the page, waits for fonts, images and animations, and scrolls back to the top. */
async function scrollAround(page: Page): Promise<void> {
  await scrollThrough(page, await page.evaluate(() => window.innerHeight))
  await page.evaluate(async (longest) => {
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
    // Images in closed elements never load, and paused animations never end.
    const images = [...document.images].filter((image) => image.checkVisibility())
    const pending = [
      document.fonts.ready,
      ...images.map((image) => image.decode()),
      ...document
        .getAnimations()
        .filter(isEnding)
        .map(({ finished }) => finished),
    ]
    await Promise.race([Promise.allSettled(pending), new Promise((resolve) => setTimeout(resolve, longest))])
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, IDLE_TIMEOUT)
  await page.evaluate(waitForFrames)
}

/** Runs in the page before any script. Its source is injected, so it must not reference anything outside its body. */
export function collectPageDiagnostics(): void {
  const diagnostics: PageDiagnostics = { policy: [], shift: { value: 0, what: '' }, replaced: 0, changed: false }
  Object.assign(window, { pageDiagnostics: diagnostics })
  document.addEventListener('securitypolicyviolation', (event) =>
    diagnostics.policy.push(`${event.effectiveDirective} blocks ${event.blockedURI} ${event.sample}`.trim()),
  )

  // Web Vitals groups shifts that are at most 1 s apart into windows of at most 5 s, and reports the worst window.
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  let session = { value: 0, first: 0, last: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue
      const { startTime } = entry
      if (startTime - session.last > 1000 || startTime - session.first > 5000)
        session = { value: 0, first: startTime, last: startTime }
      session = { ...session, value: session.value + entry.value, last: startTime }
      if (session.value <= diagnostics.shift.value) continue
      const node = entry.sources.map((source) => source.node).find((found) => found instanceof Element)
      const what = node instanceof Element ? `<${node.localName} class="${node.className}"> moved` : 'unknown'
      diagnostics.shift = { value: session.value, what }
    }
  }).observe({ type: 'layout-shift', buffered: true })

  document.addEventListener('DOMContentLoaded', () => {
    const nodes = [...document.querySelectorAll('#main *')]
    // Ignore React's comments, which hydration removes, and the role that it adds to links that open dialogs.
    const read = () => document.querySelector('#main')?.innerHTML.replace(/<!--.*?-->| role="button"/g, '')
    const html = read()
    new MutationObserver((_, observer) => {
      if (document.documentElement.dataset.hydrated === undefined) return
      observer.disconnect()
      diagnostics.replaced = nodes.filter((node) => !node.isConnected).length
      diagnostics.changed = read() !== html
    }).observe(document.documentElement, { attributeFilter: ['data-hydrated'] })
  })
}
