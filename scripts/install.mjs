import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Runs before anything is installed: plain Node, no packages. */
export const root = path.resolve(import.meta.dirname, '..')

const NEEDED = [20, 19]

/** Installs the packages of the lock file when they are missing or the file has changed since. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
    fail(`Node ${NEEDED.join('.')} or newer is needed; this is ${process.version}.`)
  }
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = path.join(root, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  process.stderr.write('Installing packages (once) ...\n')
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail('npm ci did not succeed; the reason is above.')
  writeFileSync(stamp, lock)
}

/** Says what is wrong and ends. */
export function fail(message, code = 3) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
