import type { Browser, Page } from 'playwright-core'
import { browserFlags, sandboxed } from './browser.mjs'

export async function launchBrowser(executablePath: string, flags: readonly string[] = []): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath, args: [...browserFlags, ...flags], chromiumSandbox: sandboxed })
}

/** Starts hydration with a mouse event, and waits until the page is hydrated and idle. */
export async function waitForHydration(page: Page, timeout?: number): Promise<void> {
  await page.mouse.move(5, 5)
  await page.waitForFunction(
    () => document.documentElement.dataset.hydrated !== undefined,
    undefined,
    timeout === undefined ? {} : { timeout },
  )
  await page.evaluate(() => new Promise((rest) => requestIdleCallback(rest, { timeout: 2000 })))
}
