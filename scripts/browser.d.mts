/** How a browser is started here: without a screen, and without calls of its own to the outside. */
export const browserFlags: string[]
/** Path of a Chrome or Chromium: CHROME_PATH, the system's, or the one that Playwright downloaded. */
export function findBrowser(): Promise<string | undefined>
/** The same, but installs one when there is none. */
export function ensureBrowser(): Promise<string | undefined>
