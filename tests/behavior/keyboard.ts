import type { Page } from 'playwright-core'

/** Presses Tab until an element that matches the selector has the focus. */
export async function tabTo(page: Page, selector: string, most = 200): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}

export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())
