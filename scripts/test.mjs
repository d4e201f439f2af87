import { fail, install } from './install.mjs'
import { runSteps } from './run-steps.mjs'

/**
 * `npm test`: installs missing packages, then runs the gate for code, which does not read `content/`, and the gate for
 * content. `npm run test:code` runs only the first, and passes its arguments to vitest.
 */
install()
const { findBrowser } = await import('../cli/audit/browser.mjs')
const browser = await findBrowser({ shell: true }).catch(({ message }) => fail(message))

const args = process.argv.slice(2)
const onlyCode = args[0] === '--code'
if (onlyCode) args.shift()
/** Measuring the performance of every page takes longest: the workflow ci does that. */
const checkSite = ['npm', 'run', '--silent', 'check:site', '--', '--skip', 'lighthouse']
runSteps(
  [
    ['Code: format and lint', ['npx', 'biome', 'ci', '--error-on-warnings', '.']],
    ['Code: types', ['npx', 'tsc', '--noEmit']],
    ['Code: unused files, exports and packages', ['npx', 'knip']],
    ['Code: tests', [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...args]],
    ...(onlyCode ? [] : [['Content', checkSite]]),
  ],
  { CHROME_PATH: browser },
)
