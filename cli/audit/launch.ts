import type { Browser, Page } from '@northshelf/audit'
import { browserFlags, sandboxed } from './browser.mjs'
import { loadTools } from './tools.ts'

export async function launchBrowser(executablePath: string, flags: readonly string[] = []): Promise<Browser> {
  const { tools } = await loadTools()
  const { chromium } = await tools.playwright()
  return chromium.launch({ executablePath, args: [...browserFlags, ...flags], chromiumSandbox: sandboxed })
}

/** Starts hydration with a mouse event, and waits until the page is hydrated and idle. */
export async function waitForHydration(page: Page, timeout?: number): Promise<void> {
  await page.mouse.move(5, 5)
  const limit: { timeout?: number } = timeout === undefined ? {} : { timeout }
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, undefined, limit)
  await page.evaluate(() => new Promise((rest) => requestIdleCallback(rest, { timeout: 2000 })))
}

/** Scrolls to the bottom of the page in steps, so that every part of it enters the viewport. */
export async function scrollThrough(page: Page, step: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += step) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top)
    await page.evaluate(waitForFrames)
  }
}

/** Runs in the page. Waits for two frames, but at most five seconds, because Chromium sometimes stops drawing a page. */
export async function waitForFrames(): Promise<void> {
  await Promise.race([
    new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    new Promise((expired) => setTimeout(expired, 5000)),
  ])
}
