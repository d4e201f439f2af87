import { spawnSync } from 'node:child_process'
import { fail, root } from './install.mjs'

/**
 * Runs commands one after another, also after one fails, and prints whether each passed. Exits with 1 if one failed.
 * @param {[name: string, command: string[]][]} steps
 * @param {NodeJS.ProcessEnv} env
 */
export function runSteps(steps, env = {}) {
  const failed = []
  for (const [name, [command, ...args]] of steps) {
    const start = performance.now()
    process.stderr.write(`\n── ${name}\n`)
    const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }
    // On Windows, npx and npm are batch files, which need a shell. It would split the arguments for the tests.
    const shell = process.platform === 'win32' && command !== process.execPath
    const { status } = spawnSync(command, args, { ...options, shell })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    process.stderr.write(`   ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
    if (status !== 0) failed.push(name)
  }
  if (failed.length > 0) fail(`\nFailed: ${failed.join(', ')}`, 1)
}
