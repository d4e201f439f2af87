/** Whether Chrome can use its sandbox on this machine. */
export const sandboxed: boolean
/** Flags for a headless browser without background network requests. */
export const browserFlags: string[]
/**
 * Returns the path of Chrome or Chromium. Tries CHROME_PATH, installed browsers, Playwright's download and the npm
 * package, in this order. `shell` prefers a headless shell, for tests.
 * @throws Error if none is found
 */
export function findBrowser(options?: { shell?: boolean }): Promise<string>
/** Derives the path of the package.json of @sparticuz/chromium, which the package does not export, from its entry. */
export function findManifest(entry: string): string
