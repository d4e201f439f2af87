import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { build } from '../../cli/commands/build.ts'
import { defaults } from '../../cli/commands/options.ts'
import { createPreview, listen } from '../../cli/preview/server.ts'
import { browserFlags, findBrowser } from '../browser.mjs'

const routes = (
  process.env.ROUTES ?? '/ /services/ppc-advertising /create-brand-plan /blog/walmart-vs-amazon /careers'
).split(' ')
const RUNS = 3

/** Lighthouse with its mobile defaults on a fresh build: median of three runs a route. ROUTES chooses others. */
export async function run(): Promise<void> {
  const out = mkdtempSync(path.join(tmpdir(), 'bench-'))
  await build({ content: defaults.content, out, json: false, quiet: true })
  const server = createPreview(out)
  const port = await listen(server, '127.0.0.1', 0)
  const chromePath = await findBrowser()
  if (!chromePath) throw new Error('no Chrome or Chromium; set CHROME_PATH')
  const chrome = await launch({
    chromePath,
    chromeFlags: browserFlags,
  })
  process.stdout.write('route                              perf  a11y  best   seo   FCP ms  LCP ms  TBT ms     CLS\n')
  try {
    for (const route of routes) {
      const runs: number[][] = []
      for (let number = 0; number < RUNS; number += 1) {
        const result = await lighthouse(`http://127.0.0.1:${port}${route}`, {
          port: chrome.port,
          output: 'json',
          logLevel: 'error',
        })
        if (!result) throw new Error(`no result for ${route}`)
        const { categories, audits } = result.lhr
        const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
        const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
        runs.push([
          score('performance'),
          score('accessibility'),
          score('best-practices'),
          score('seo'),
          value('first-contentful-paint'),
          value('largest-contentful-paint'),
          value('total-blocking-time'),
          value('cumulative-layout-shift'),
        ])
        const failed = Object.values(audits)
          .filter((audit) => audit.score !== null && audit.score < 1 && audit.scoreDisplayMode === 'binary')
          .map((audit) => audit.id)
        if (number === 0 && failed.length > 0) process.stderr.write(`${route}: ${failed.join(', ')}\n`)
      }
      const median = (index: number) =>
        runs.map((figures) => figures[index] ?? Number.NaN).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN
      const scores = [0, 1, 2, 3].map((index) => String(median(index)).padStart(6)).join('')
      const times = [4, 5, 6].map((index) => median(index).toFixed(0).padStart(8)).join('')
      process.stdout.write(`${route.padEnd(34)}${scores} ${times}${median(7).toFixed(3).padStart(8)}\n`)
    }
  } finally {
    chrome.kill()
    server.close()
    server.closeAllConnections()
    rmSync(out, { recursive: true, force: true })
  }
}
