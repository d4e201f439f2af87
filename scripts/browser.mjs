import { spawnSync } from 'node:child_process'
import { findBrowser } from '../cli/audit/browser.mjs'

/** A Chrome or Chromium, installed when there is none: Playwright's download, else the system's package manager. */
export async function ensureBrowser() {
  const found = await findBrowser({ shell: true })
  if (found) return found
  process.stderr.write('No Chrome or Chromium found; installing one (once) ...\n')
  const environment = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  // Pages are drawn with Arial, or Liberation, which has its metrics, until their own faces have come.
  const apt = (...command) => [
    [...command, 'update', '-qq'],
    [...command, 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]
  const attempts = [[['npx', 'playwright-core', 'install', 'chromium']], apt('apt-get'), apt('sudo', '-n', 'apt-get')]
  for (const commands of attempts) {
    const worked = commands.every(
      ([command, ...rest]) =>
        spawnSync(command, rest, { stdio: 'ignore', env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' } })
          .status === 0,
    )
    const browser = worked ? await findBrowser({ shell: true }) : undefined
    if (browser) return browser
  }
  return undefined
}
