import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** How a browser is started here: without a screen, and without calls of its own to the outside. */
export const browserFlags = [
  '--headless',
  '--no-sandbox',
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

/** The same, but installs one when there is none: Playwright's download, else the system's package manager. */
export async function ensureBrowser() {
  const found = await findBrowser()
  if (found) return found
  process.stderr.write('No Chrome or Chromium found; installing one (once) ...\n')
  const environment = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  const attempts = [
    [['npx', 'playwright-core', 'install', 'chromium']],
    [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ],
    [
      ['sudo', '-n', 'apt-get', 'update', '-qq'],
      ['sudo', '-n', 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ],
  ]
  for (const commands of attempts) {
    const worked = commands.every(
      ([command, ...rest]) =>
        spawnSync(command, rest, { stdio: 'ignore', env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' } })
          .status === 0,
    )
    const browser = worked ? await findBrowser() : undefined
    if (browser) return browser
  }
  return undefined
}
