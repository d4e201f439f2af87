import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { findBrowser } from '../../cli/audit/browser.mjs'
import { launchBrowser } from '../../cli/audit/launch.ts'

export { hydrated } from '../../cli/audit/launch.ts'

/** One browser for a test file. */
export function sharedBrowser() {
  let browser: Browser
  beforeAll(async () => {
    const executablePath = await findBrowser()
    if (!executablePath) throw new Error('no Chrome or Chromium: run npm test, which installs one, or set CHROME_PATH')
    browser = await launchBrowser(executablePath)
  })
  afterAll(async () => browser?.close())
  return {
    /** A page in a context of its own, with everything that went wrong on it. */
    async open(options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
      const context = await browser.newContext(options)
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
