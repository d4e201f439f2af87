import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from '../../cli/audit/browser.mjs'
import { auditWithLighthouse } from '../../cli/audit/lighthouse.ts'
import { measureNames, measures, showNumber } from '../../cli/audit/measures.ts'
import { readThresholds } from '../../cli/audit/thresholds.ts'
import { build } from '../../cli/commands/build.ts'
import { defaults } from '../../cli/commands/options.ts'
import { createPreview, listen } from '../../cli/preview/server.ts'

const routes = (
  process.env.ROUTES ?? '/ /services/ppc-advertising /create-brand-plan /blog/walmart-vs-amazon /careers'
).split(' ')
const RUNS = 3

/** Lighthouse as `site audit` runs it, on a fresh build and a few kinds of pages. ROUTES chooses others. */
export async function run(): Promise<void> {
  const out = mkdtempSync(path.join(tmpdir(), 'bench-'))
  await build({ content: defaults.content, out, json: false, quiet: true })
  const server = createPreview(out)
  const port = await listen(server, '127.0.0.1', 0)
  const chromePath = await findBrowser()
  if (!chromePath) throw new Error('no Chrome or Chromium; set CHROME_PATH')
  try {
    const { figures = new Map(), findings } = await auditWithLighthouse(
      routes,
      `http://127.0.0.1:${port}`,
      readThresholds(),
      { runs: RUNS, chromePath, onRun: () => {} },
    )
    const shown = measureNames.filter((name) => routes.some((route) => figures.get(route)?.[name] !== undefined))
    const row = (first: string, rest: string[]) =>
      process.stdout.write(`${first.padEnd(34)}${rest.map((text) => text.padStart(15)).join('')}\n`)
    row(
      'route',
      shown.map((name) => measures[name].title),
    )
    for (const route of routes)
      row(
        route,
        shown.map((name) => showNumber(name, figures.get(route)?.[name] ?? Number.NaN)),
      )
    for (const { page, rule, message } of findings) process.stderr.write(`${page}  ${rule}  ${message}\n`)
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(out, { recursive: true, force: true })
  }
}
