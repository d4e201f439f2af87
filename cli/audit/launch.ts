import type { Browser, Page } from 'playwright-core'
import { browserFlags, sandboxed } from './browser.mjs'

/** A browser without a screen. */
export async function launchBrowser(executablePath: string, flags: readonly string[] = []): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath, args: [...browserFlags, ...flags], chromiumSandbox: sandboxed })
}

/** Waits until React has taken over the document, which it does at the first sign of a visitor, and all is at rest. */
export async function hydrated(page: Page, timeout?: number): Promise<void> {
  await page.mouse.move(5, 5)
  await page.waitForFunction(
    () => document.documentElement.dataset.hydrated !== undefined,
    undefined,
    timeout === undefined ? {} : { timeout },
  )
  await page.evaluate(() => new Promise((rest) => requestIdleCallback(rest, { timeout: 2000 })))
}
