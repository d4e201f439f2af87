import { existsSync } from 'node:fs'
import path from 'node:path'
import { unpackBrowser } from './packaged-browser.mjs'

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']
/** Headless-only browser builds, which use half as much CPU time per page. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Chrome cannot use its sandbox as root or in most containers. */
export const sandboxed =
  process.getuid?.() !== 0 && !['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file))

export const browserFlags = [
  '--headless',
  ...(sandboxed ? [] : ['--no-sandbox']),
  '--disable-gpu',
  // Makes text the same width in headless and headed mode.
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export async function findBrowser({ shell = false } = {}) {
  const configured = process.env.CHROME_PATH
  if (configured) {
    if (!existsSync(configured)) throw new Error(`CHROME_PATH is ${configured}, which does not exist.`)
    return configured
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
      'No Chrome or Chromium found. Install Google Chrome or Chromium, or set CHROME_PATH to its executable.',
    )
  return found
}
