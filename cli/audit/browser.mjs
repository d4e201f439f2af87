import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { hash, openCache } from '../cache.mjs'
import { importAudit } from '../packages.mjs'

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']
/** Headless-only browser builds, which use half as much CPU time per page. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Chrome cannot use its sandbox as root or in most containers. */
export const sandboxed = process.getuid?.() !== 0 && !['/.dockerenv', '/run/.containerenv'].some(existsSync)

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
  const system = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...MAC].find(existsSync)
  if (system) return system
  const audit = await importAudit()
  const { chromium } = await audit.tools.playwright()
  const downloaded = chromium.executablePath()
  const found = existsSync(downloaded) ? downloaded : await unpackBrowser(audit)
  if (!found)
    throw new Error(
      'No Chrome or Chromium found. Install Google Chrome or Chromium, or set CHROME_PATH to its executable.',
    )
  return found
}

/**
 * Starts Chromium without its sandbox. The sandbox needs either a helper owned by root, which a package cannot install,
 * or user namespaces, which Ubuntu denies to unknown programs.
 */
const START = `#!/bin/sh
here=\${0%/*}
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" --no-sandbox "$@"
`

/** Substitutes for Arial and Courier New, which pages use until the site's fonts have loaded. */
const FALLBACKS = ['arimo-latin-400', 'arimo-latin-700', 'cousine-latin-400']

/** Fontconfig file that adds the package's fonts and the fallback fonts to the system's fonts. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`

/**
 * Unpacks Chromium from the npm package @sparticuz/chromium into the cache.
 * @returns the path of the start script; undefined if the package is not installed or does not run on this system
 */
async function unpackBrowser({ tools, resolve }) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    const about = readFileSync(findManifest(resolve('@sparticuz/chromium')))
    const unpack = (folder) => unpackInto(folder, tools, resolve)
    const folder = await openCache().folder('browser', hash(about, START, FONTS, ...FALLBACKS), unpack)
    return path.join(folder, 'chrome')
  } catch {
    return undefined
  }
}

export function findManifest(entry) {
  return entry.replace(/(?<=[\\/]@sparticuz[\\/]chromium[\\/]).*/, 'package.json')
}

async function unpackInto(folder, tools, resolve) {
  mkdirSync(folder)
  // The package unpacks into TMPDIR. It unpacks its libraries only if the environment looks like AWS Lambda.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
  const entry = JSON.stringify(pathToFileURL(resolve('@sparticuz/chromium')))
  const script = `import(${entry}).then(({ default: chromium }) => chromium.executablePath())`
  const start = path.join(folder, 'chrome')
  run(process.execPath, ['--eval', script], { env })
  const { decompress } = await tools.woff2()
  for (const name of FALLBACKS) {
    const file = resolve(`@fontsource/${name.split('-')[0]}/files/${name}-normal.woff2`)
    writeFileSync(path.join(folder, 'fonts', `${name}.ttf`), await decompress(readFileSync(file)))
  }
  writeFileSync(path.join(folder, 'fonts.conf'), FONTS)
  writeFileSync(start, START, { mode: 0o755 })
  run(start, ['--version'])
}

function run(program, args, options) {
  const { status, error } = spawnSync(program, args, { stdio: 'ignore', ...options })
  if (status !== 0) throw error ?? new Error(`${program} exited with ${status}`)
}
