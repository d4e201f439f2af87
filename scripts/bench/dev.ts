import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { findBrowser } from '../../cli/audit/browser.mjs'
import { launchBrowser } from '../../cli/audit/launch.ts'
import { projectRoot } from '../../cli/paths.ts'
import { generateContent } from '../../tests/generate-content.ts'
import { quantile } from './quantile.ts'

const EDITS = 50

/**
 * Measures the time from writing a content file to the new text appearing in a browser. Runs `site dev` with many
 * articles, and edits one 50 times, first with its page open, then with the list of articles open.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { articles: { type: 'string', default: '1000' } } })
  for (const articles of values.articles.split(',').map(Number)) await measureDev(articles)
}

async function measureDev(articles: number): Promise<void> {
  const server = startDevServer(articles)
  const browser = await launchBrowser(await findBrowser())
  try {
    const address = await server.address
    const machine = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`
    process.stdout.write(
      `${articles} articles, started after ${((performance.now() - server.begin) / 1000).toFixed(1)} s; ${machine}\n`,
    )
    process.stdout.write('open page                        edits   median ms      p95 ms      max ms\n')
    const page = await browser.newPage()
    for (const open of [`/blog/${server.newest}`, '/blog']) {
      await page.goto(address + open)
      await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
      const times = await measureEdits(page, path.join(server.blog, `${server.newest}.md`), server.reported)
      const figures = [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(0).padStart(12))
      process.stdout.write(`${open.padEnd(30)}${String(times.length).padStart(8)}${figures.join('')}\n`)
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Returns the slug of the newest generated article, which is first in the list. */
function findNewestArticle(blog: string): string {
  const dated = readdirSync(blog)
    .filter((file) => file.startsWith('field-note-'))
    .map((file) => [/^published: (.*)$/m.exec(readFileSync(path.join(blog, file), 'utf8'))?.[1] ?? '', file] as const)
  return path.parse(dated.sort().at(-1)?.[1] ?? '').name
}

/** Edits the title repeatedly and returns the duration of each edit in milliseconds. */
async function measureEdits(page: Page, file: string, reported: () => Promise<void>): Promise<number[]> {
  const original = readFileSync(file, 'utf8')
  const times: number[] = []
  for (let edit = 1; edit <= EDITS; edit += 1) {
    const title = `Edit ${edit} of ${path.basename(file)} at ${new URL(page.url()).pathname.replaceAll('/', ' ')}`
    // The browser and Node use the same clock.
    await page.evaluate((text) => {
      Object.assign(window, {
        arrival: new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            if (!document.getElementById('main')?.textContent.includes(text)) return
            observer.disconnect()
            resolve(performance.timeOrigin + performance.now())
          })
          observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        }),
      })
    }, title)
    const written = performance.timeOrigin + performance.now()
    writeFileSync(file, original.replace(/^title: .*$/m, `title: ${title}`))
    const done = reported()
    const arrived = await page.evaluate(() => (window as unknown as { arrival: Promise<number> }).arrival)
    times.push(arrived - written)
    // Waits for the result before the next save, as a maintainer would.
    await done
  }
  writeFileSync(file, original)
  return times
}

/** Generates articles in a temporary folder, and starts `site dev` with JSON output on that content. */
export function startDevServer(articles: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const content = path.join(folder, 'content')
  const blog = path.join(content, 'blog')
  generateContent(content, articles)
  const newest = findNewestArticle(blog)
  const args = ['--import', 'tsx', path.join(projectRoot, 'cli', 'main.ts'), 'dev', '--json', '--port', '0']
  const output = ['--out', path.join(folder, 'out'), '--relay-data', path.join(folder, 'relay')]
  const begin = performance.now()
  const child = spawn(process.execPath, [...args, '--content', content, ...output], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines = createInterface({ input: child.stdout })
  const address = new Promise<string>((resolve, reject) => {
    lines.once('line', (line) => resolve((JSON.parse(line) as { site: string }).site))
    void ended.then(() => reject(new Error('site dev exited')))
  })
  return {
    address,
    /** Time before the process was started. */
    begin,
    blog,
    newest,
    /** Waits for the next output line, which is printed after a save once all pages have been compared. */
    reported: () => new Promise<void>((resolve) => lines.once('line', () => resolve())),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
