import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Root folder of the project. This module runs before any packages are installed, so it imports none. */
export const root = path.resolve(import.meta.dirname, '..')

const MIN_NODE = [20, 19]

/** File that names what is installed: a hash of the lock file, followed by `site` if only those packages are installed. */
const STAMP = 'node_modules/.installed'

/** The workspaces that build, edit and serve a site. */
const SITE_WORKSPACES = ['src', 'cli', 'relay']

/** Files that other package managers write when they install packages. */
const OTHER_MANAGERS = [
  'node_modules/.modules.yaml', // pnpm
  'node_modules/.yarn-integrity',
  'node_modules/.yarn-state.yml',
  'bun.lock',
  'bun.lockb',
]

/**
 * Installs the packages in the lock file, unless npm or another package manager has already installed them.
 * @param onlySite without the packages that only the audit, the tests and other development tools use
 */
export function install({ onlySite = false } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]))
    fail(`Node ${MIN_NODE.join('.')} or newer is required; this is ${process.version}.`)
  const lock = createHash('sha256').update(read('package-lock.json')).digest('hex')
  const stamp = read(STAMP)
  const siteStamp = `${lock} site`
  if (stamp === lock || (onlySite && stamp === siteStamp)) return
  // Never remove packages that a developer uses: a newer lock file updates all packages if all were installed.
  const isPartial = onlySite && (stamp === undefined || stamp.endsWith(' site'))
  const isComplete = isInstalled()
  if (!isComplete) {
    const isAdding = stamp === siteStamp
    process.stderr.write(
      isAdding ? 'Installing the packages of the audit and the tests (once) ...\n' : 'Installing packages (once) ...\n',
    )
    // `npm ci` would first remove the installed packages, which a running site may be using.
    const command = isAdding ? ['install', '--no-save'] : ['ci']
    // The optional peers of the site's packages are development packages, which npm would not omit.
    const packages = isPartial
      ? ['--omit=dev', '--legacy-peer-deps', ...SITE_WORKSPACES.map((workspace) => `--workspace=${workspace}`)]
      : ['--include=dev']
    // Skip install scripts, because no package needs them.
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const { status } = spawnSync('npm', [...command, ...packages, ...options], {
      cwd: root,
      // Keeps npm's output out of stdout, where other programs may read JSON or protocol messages.
      stdio: ['ignore', process.stderr, 'inherit'],
      shell: process.platform === 'win32',
    })
    if (status !== 0) fail(`npm ${command[0]} failed; see the output above.`)
  }
  try {
    writeFileSync(path.join(root, STAMP), isPartial && !isComplete ? siteStamp : lock)
  } catch {
    // The folder may be read-only.
  }
}

/** Reports whether all locked versions are installed, or all packages if another package manager was used. */
function isInstalled() {
  // npm writes this list last, so it exists only after a complete installation.
  const installed = read('node_modules/.package-lock.json')
  if (installed) {
    const { packages } = JSON.parse(installed)
    return Object.entries(JSON.parse(read('package-lock.json')).packages).every(
      ([name, { optional, version }]) => name === '' || optional || packages[name]?.version === version,
    )
  }
  const { workspaces = [] } = JSON.parse(read('package.json'))
  return (
    OTHER_MANAGERS.some((file) => existsSync(path.join(root, file))) &&
    ['.', ...workspaces].every((folder) => {
      const { dependencies, devDependencies } = JSON.parse(read(path.join(folder, 'package.json')))
      return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
        [folder, '.'].some((parent) => existsSync(path.join(root, parent, 'node_modules', name, 'package.json'))),
      )
    })
  )
}

/** Returns the text of a project file; undefined if the file does not exist. */
function read(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return undefined
  }
}

export function fail(message, code = 3) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
