import { spawnSync } from 'node:child_process'
import { fail, install, root } from './install.mjs'

/** `npm test`: installs missing packages and runs every check and test. */
install()
const { findBrowser } = await import('../cli/audit/browser.mjs')
const browser = await findBrowser({ shell: true }).catch(({ message }) => fail(message))

const steps = [
  ['Format and lint', ['npx', 'biome', 'ci', '--error-on-warnings', '.']],
  ['Types', ['npx', 'tsc', '--noEmit']],
  ['Unused files, exports and packages', ['npx', 'knip']],
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
