import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { findBrowser } from '../../cli/audit/browser.mjs'
import { launchBrowser as launch } from '../../cli/audit/launch.ts'

export { scrollThrough, waitForFrames, waitForHydration as hydrated } from '../../cli/audit/launch.ts'

/** Prevents Chromium from starting a spare renderer process, and lets pages in one context share a process. */
const ONE_RENDERER = ['--renderer-process-limit=1']

/** Resolves the host name of the agency to this machine. */
const SITE_HOST = ['--host-resolver-rules=MAP northshelf.example 127.0.0.1']

export async function launchBrowser(): Promise<Browser> {
  return launch(await findBrowser({ shell: true }), [...ONE_RENDERER, ...SITE_HOST])
}

let workersBrowser: Browser | undefined

/** Returns the browser that all test files of a worker share. Playwright closes it when the worker exits. */
async function findOrLaunch(): Promise<Browser> {
  if (!workersBrowser?.isConnected()) workersBrowser = await launchBrowser()
  return workersBrowser
}

/** Keeps a page open in a context, so that later pages reuse its process and compiled scripts. */
export async function keepProcess(context: BrowserContext, site: string): Promise<void> {
  await (await context.newPage()).goto(`${site}/robots.txt`)
}

/**
 * Shares one browser among all test files of a worker.
 * @param look options for all pages; by default, reduced motion, so that tests need not wait for animations
 */
export function sharedBrowser(look: BrowserContextOptions = { reducedMotion: 'reduce' }) {
  let browser: Browser
  /** Unused contexts by their options. Opening a page in a used context takes half as much CPU time. */
  const unused = new Map<string, BrowserContext[]>()
  beforeAll(async () => {
    browser = await findOrLaunch()
  })
  afterAll(async () => {
    unused.clear()
    for (const context of browser?.contexts() ?? []) await context.close()
  })

  return {
    /**
     * Opens a page in a context that no other open page uses, without cookies. `faults` collects the page's console
     * errors, warnings and exceptions.
     * @param isReusable whether later pages may use the context; must be false if a test changes it or opens more
     * pages in it
     */
    async open(
      options: BrowserContextOptions = {},
      isReusable = true,
    ): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
      const all = { ...look, ...options }
      // These options can be set per page, so pages with other values can use the same context.
      const { viewport, colorScheme = 'light', reducedMotion = 'no-preference', forcedColors = 'none', ...others } = all
      const key = JSON.stringify(others)
      const used = isReusable ? unused.get(key)?.pop() : undefined
      const context = used ?? (await browser.newContext(isReusable ? others : all))
      // Longer than any action takes, even on a busy machine, so that only a hang causes a timeout.
      context.setDefaultTimeout(120_000)
      const page = await context.newPage()
      if (viewport) await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion, forcedColors })

      let isOpen = true
      const { clock } = page
      Object.defineProperty(page, 'clock', {
        get() {
          // A fake clock affects all later pages of the context.
          isReusable = false
          return clock
        },
      })
      const faults: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          faults.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
      return {
        page,
        faults,
        async close() {
          if (!isOpen) return
          isOpen = false
          if (!isReusable) return context.close()
          const [first, ...pages] = context.pages()
          for (const other of pages) await other.close()
          // Keeps a page open, so that the next page reuses its process and compiled scripts.
          await first?.goto('about:blank')
          await context.clearCookies()
          unused.set(key, [...(unused.get(key) ?? []), context])
        },
      }
    },
  }
}

/** Creates a promise that resolves when `open` is called. */
export function createGate(): { opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Handles the requests with which client-side navigation fetches the page at a path. */
export async function routePage(page: Page, path: string, handle: (route: Route) => unknown): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => (route.request().isNavigationRequest() ? route.fallback() : handle(route)),
  )
}

/** Responds with a page whose component throws: its form section has no form. */
export async function fulfillBroken(route: Route): Promise<void> {
  const response = await route.fetch()
  const body = (await response.text()).replace(/(<script id="page"[^>]*>)([^<]*)/, (_, start: string, text: string) => {
    const data = JSON.parse(text)
    return start + JSON.stringify({ ...data, page: { ...data.page, sections: [{ type: 'form' }] } })
  })
  await route.fulfill({ response, body })
}

/** Delays hydration by holding back React's scripts. @returns a function that releases them */
export async function holdScripting(page: Page): Promise<() => void> {
  const gate = createGate()
  let loaded = false
  page.on('load', () => {
    loaded = true
  })
  await page.route('**/assets/chunks/*.js', async (route) => {
    // Requests before the load event must pass: they fetch only the small entry script, which starts hydration.
    if (loaded) await gate.opened
    await route.continue()
  })
  return gate.open
}
