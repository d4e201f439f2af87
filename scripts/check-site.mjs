import path from 'node:path'
import { parseArgs } from 'node:util'
import { fail, install, root } from './install.mjs'
import { runSteps } from './run-steps.mjs'

/**
 * `npm run check:site`: the gate for content. Checks, builds and audits the site in `content/`, and compares it with the
 * specification.
 */
install()
const folder = (name) => ({ type: 'string', default: path.join(root, name) })
const { values } = readOptions()
const { content, out, now, format } = values
const skip = values.skip ? ['--skip', values.skip] : []
const day = now ? ['--now', now] : []
const site = (command, ...args) => ['node', ['scripts/site.mjs', command, '--content', content, ...args]].flat()

runSteps([
  ['Content: mistakes', site('check', '--strict', '--format', format, ...day)],
  ['Content: build', site('build', '--out', out, ...day)],
  [
    'Content: specification',
    [
      'node',
      '--import',
      'tsx',
      'scripts/check-site/specification.ts',
      '--content',
      content,
      '--out',
      out,
      '--format',
      format,
      ...day,
    ],
  ],
  ['Content: audit of the built site', site('audit', '--out', out, '--format', format, ...skip)],
])

function readOptions() {
  const format = { type: 'string', default: process.env.GITHUB_ACTIONS ? 'github' : 'pretty' }
  const options = {
    content: folder('content'),
    out: folder('dist'),
    now: { type: 'string' },
    skip: { type: 'string' },
    format,
  }
  try {
    return parseArgs({ options })
  } catch ({ message }) {
    return fail(
      `${message}\nOptions: --content, --out, --now, --format (pretty or github) and --skip, as for site audit.`,
      2,
    )
  }
}
