import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { defaultPaths } from '../../cli/commands/options.ts'
import { projectRoot } from '../../cli/paths.ts'
import { type Measured, measure } from '../../tests/chaos/measure.ts'
import { generateContent } from '../../tests/generate-content.ts'
import { quantile } from './quantile.ts'

const RUNS = 5
/** Minimum age, in milliseconds, of files whose results are cached. */
const MIN_CACHED_AGE = 2100

/** Measures complete `site check` processes on the shipped content and on content with many articles. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { articles: { type: 'string', default: '1000' } } })
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  await check(defaultPaths.content)
  process.stdout.write('case                               wall ms    cpu ms   (median of 5)\n')
  await print('shipped content', () => check(defaultPaths.content))
  for (const articles of values.articles.split(',').map(Number)) {
    const generated = path.join(folder, String(articles))
    generateContent(generated, articles)
    // `site check` does not cache results for files written within the last two seconds.
    await wait(MIN_CACHED_AGE)
    await print(`${articles} articles, nothing cached`, () => check(generated), 1)
    await print(`${articles} articles`, () => check(generated))
    let edits = 0
    await print(`${articles} articles, one changed`, () => {
      edits += 1
      appendFileSync(path.join(generated, 'blog', `field-note-${articles - 1}.md`), `\nSentence ${edits}.\n`)
      return check(generated)
    })
  }
  rmSync(folder, { recursive: true, force: true })
}

function check(content: string): Promise<Measured> {
  return measure(process.execPath, [path.join(projectRoot, 'scripts', 'site.mjs'), 'check', '--content', content])
}

async function print(name: string, run: () => Promise<Measured>, runs = RUNS): Promise<void> {
  const all: Measured[] = []
  for (let time = 0; time < runs; time += 1) all.push(await run())
  const columns = (['wall', 'cpu'] as const).map((figure) => {
    const seconds = all.map((measured) => measured[figure])
    return (quantile(seconds, 0.5) * 1000).toFixed(0).padStart(10)
  })
  process.stdout.write(`${name.padEnd(32)}${columns.join('')}\n`)
}
