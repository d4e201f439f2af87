import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
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

/** Keeps a page open in a context, so that later pages reuse its process and compiled scripts. */
export async function keepProcess(context: BrowserContext, site: string): Promise<void> {
  await (await context.newPage()).goto(`${site}/robots.txt`)
}

/**
 * Shares one browser among all tests in a file.
 * @param look options for all pages; by default, reduced motion, so that tests need not wait for animations
 */
export function sharedBrowser(look: BrowserContextOptions = { reducedMotion: 'reduce' }) {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())
  return {
    /** Opens a page in its own context; `faults` collects its console errors, warnings and exceptions. */
    async open(options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
      const context = await browser.newContext({ ...look, ...options })
      // Longer than any action takes, even on a busy machine, so that only a hang causes a timeout.
      context.setDefaultTimeout(120_000)
      const page = await context.newPage()
      const faults: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          faults.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
      return { page, faults, close: () => context.close() }
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
