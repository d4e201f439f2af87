import { spawnSync } from 'node:child_process'
import { fail, install, root } from './install.mjs'

/** `npm test`: installs what is missing, a browser included, and runs every check and test. */
install()
const { ensureBrowser } = await import('./browser.mjs')
const browser = await ensureBrowser()
if (!browser)
  fail(
    'The browser tests need Chrome or Chromium, and none could be installed. Install one and run again, or set CHROME_PATH to it.',
  )

const steps = [
  ['Format and lint', ['npx', 'biome', 'ci', '--error-on-warnings', '.']],
  ['Types', ['npx', 'tsc', '--noEmit']],
  ['Content', ['npm', 'run', '--silent', 'site', '--', 'check']],
  ['Tests', ['npx', 'vitest', 'run', ...process.argv.slice(2)]],
]
const failed = []
for (const [name, [command, ...rest]] of steps) {
  const start = performance.now()
  process.stderr.write(`\n── ${name}\n`)
  const { status } = spawnSync(command, rest, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROME_PATH: browser },
    shell: process.platform === 'win32',
  })
  process.stderr.write(
    `   ${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s\n`,
  )
  if (status !== 0) failed.push(name)
}
if (failed.length > 0) fail(`\nFailed: ${failed.join(', ')}`, 1)
