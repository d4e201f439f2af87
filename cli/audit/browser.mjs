import { existsSync } from 'node:fs'
import path from 'node:path'
import { unpackBrowser } from './packaged-browser.mjs'

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']
/** The same engine without windows and what belongs to them: a page takes half the processor time. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Chrome refuses its sandbox to root, and most containers do not let it have one. */
export const sandboxed =
  process.getuid?.() !== 0 && !['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file))

/** How a browser is started here: without a screen, and without calls of its own to the outside. */
export const browserFlags = [
  '--headless',
  ...(sandboxed ? [] : ['--no-sandbox']),
  '--disable-gpu',
  // Letters are as wide with and without windows.
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * Returns the path of a Chrome or Chromium: CHROME_PATH, else an installed one, else one downloaded by Playwright, else
 * the one that is an npm package.
 * @param options.shell prefers one without windows, for tests
 * @throws Error if there is none
 */
export async function findBrowser({ shell = false } = {}) {
  const given = process.env.CHROME_PATH
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROME_PATH names ${given}, which is not there.`)
    return given
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const names = shell ? [...SHELLS, ...NAMES] : NAMES
  const system = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...MAC].find((file) =>
    existsSync(file),
  )
  if (system) return system
  const { chromium } = await import('playwright-core')
  const downloaded = chromium.executablePath()
  const found = existsSync(downloaded) ? downloaded : await unpackBrowser()
  if (!found)
    throw new Error(
      'No Chrome or Chromium found. Install Google Chrome or Chromium, or set CHROME_PATH to its program.',
    )
  return found
}
