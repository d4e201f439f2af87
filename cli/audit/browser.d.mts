/** Whether Chrome can have its sandbox here: not as root, and not in most containers. */
export const sandboxed: boolean
/** How a browser is started here: without a screen, and without calls of its own to the outside. */
export const browserFlags: string[]
/**
 * Returns the path of a Chrome or Chromium: CHROME_PATH, else an installed one, else one downloaded by Playwright, else
 * the one that is an npm package; with `shell` preferably one without windows.
 * @throws Error if there is none
 */
export function findBrowser(options?: { shell?: boolean }): Promise<string>
