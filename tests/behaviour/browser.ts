import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { findBrowser } from '../../cli/audit/browser.mjs'
import { launchBrowser as launch } from '../../cli/audit/launch.ts'

export { hydrated } from '../../cli/audit/launch.ts'

/** No process is started in advance for a page that may never be opened, and pages of one context share one. */
const ONE_RENDERER = ['--renderer-process-limit=1']

/** Drawing is not worth processes and threads of its own: what they tell each other takes longer. */
const ONE_PAINTER = ['--in-process-gpu', '--num-raster-threads=1']

/** The public name of the shipped site is this machine. */
const OUR_NAME = ['--host-resolver-rules=MAP northshelf.example 127.0.0.1']

/** The browser of this machine. */
export async function launchBrowser(): Promise<Browser> {
  return launch(await findBrowser({ shell: true }), [...ONE_RENDERER, ...ONE_PAINTER, ...OUR_NAME])
}

/** Keeps a page of the site open in a context: the process of its pages lives on, with the scripts that it has compiled. */
export async function keepProcess(context: BrowserContext, site: string): Promise<void> {
  await (await context.newPage()).goto(`${site}/robots.txt`)
}

/**
 * One browser for a test file.
 * @param look what all its pages have in common; without it nothing glides, so that nobody has to wait for it
 */
export function sharedBrowser(look: BrowserContextOptions = { reducedMotion: 'reduce' }) {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())
  return {
    /** A page in a context of its own, with everything that went wrong on it. */
    async open(options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
      const context = await browser.newContext({ ...look, ...options })
      // Longer than any action takes on a busy machine, so that only a hang reaches it.
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

/** Something others wait for until it is opened. */
export function createGate(): { opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Keeps React from taking over until the returned function is called: its scripts are on their way so long. */
export async function holdScripting(page: Page): Promise<() => void> {
  const gate = createGate()
  let loaded = false
  page.on('load', () => {
    loaded = true
  })
  await page.route('**/assets/chunks/*.js', async (route) => {
    // Before that it is the script that waits for an intent.
    if (loaded) await gate.opened
    await route.continue()
  })
  return gate.open
}
