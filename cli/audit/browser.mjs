import { existsSync } from 'node:fs'
import path from 'node:path'

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']
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
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Path of a Chrome or Chromium: CHROME_PATH, the system's, or the one that Playwright downloaded. */
export async function findBrowser() {
  const given = process.env.CHROME_PATH
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROME_PATH names ${given}, which is not there.`)
    return given
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const system = [...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...MAC].find((file) =>
    existsSync(file),
  )
  if (system) return system
  const { chromium } = await import('playwright-core')
  const downloaded = chromium.executablePath()
  return existsSync(downloaded) ? downloaded : undefined
}
