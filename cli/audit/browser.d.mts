/** Whether Chrome can have its sandbox here: not as root, and not in most containers. */
export const sandboxed: boolean
/** How a browser is started here: without a screen, and without calls of its own to the outside. */
export const browserFlags: string[]
/** Path of a Chrome or Chromium: CHROME_PATH, the system's, or the one that Playwright downloaded; with `shell` rather one without windows. */
export function findBrowser(options?: { shell?: boolean }): Promise<string | undefined>
