import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { findBrowser } from '../../cli/audit/browser.mjs'
import { launchBrowser, waitForHydration } from '../../cli/audit/launch.ts'
import { runBuildCommand } from '../../cli/commands/build.ts'
import { defaultPaths } from '../../cli/commands/options.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { quantile } from './quantile.ts'

const SLOWDOWN = 4
const VISITS = 8
/** INP is the 75th percentile of page visits (https://web.dev/articles/inp). */
const SHARE = 0.75
const LIMIT = 200

interface Interaction {
  name: string
  path: string
  /** Width of the window; by default, that of a phone. */
  width?: number
  act(page: Page): Promise<void>
  /** Set if `act` needs an element created by scripts, for example in place of a link. */
  needsScripts?: true
  /** Restores the page so that `act` can be repeated. By default, presses Esc. */
  undo?(page: Page): Promise<void>
}

/** Clicks the center of an element. `locator.click()` would run hit tests in the page, which would be measured, too. */
async function press(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`not visible: ${target}`)
  await target.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
const click =
  (selector: string, index = 0) =>
  (page: Page) =>
    press(page.locator(selector).nth(index))
const clickButton = (name: string) => (page: Page) => press(page.getByRole('button', { name, exact: true }))
const pressOnSlider = (key: string) => (page: Page) => page.locator('input[type=range]').press(key)

const interactions: Interaction[] = [
  { name: 'Solutions menu', path: '/', width: 1280, act: click('.top-sub > button') },
  { name: 'small menu', path: '/', act: click('.top-menu summary') },
  { name: 'dialog with a form', path: '/', act: click('main a[data-opens=contact]') },
  { name: 'dialog with a job', path: '/careers', needsScripts: true, act: click('main a[data-job]') },
  { name: 'accordion', path: '/get-started', act: click('.acc summary', 2), undo: click('.acc summary') },
  { name: 'carousel, next', path: '/', needsScripts: true, act: clickButton('Next'), undo: clickButton('Previous') },
  {
    name: 'carousel, dot',
    path: '/create-brand-plan',
    needsScripts: true,
    act: click('.dots a, .dots button', 2),
    undo: click('.dots a, .dots button'),
  },
  { name: 'slider', path: '/create-brand-plan', act: pressOnSlider('ArrowRight'), undo: pressOnSlider('ArrowLeft') },
]

/**
 * Measures interaction to next paint: the time from input to the frame that shows its effect, as reported by the Event
 * Timing API (in steps of 8 ms, from 16 ms), with the CPU slowed down by a factor of four. A visit's result is the
 * longer time of its first interaction, which hydrates the page, and of another on the idle page.
 */
export async function run(): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), 'bench-'))
  await runBuildCommand({ content: defaultPaths.content, out, json: false, quiet: true })
  const server = createPreviewServer(out)
  const site = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
  const browser = await launchBrowser(await findBrowser())
  process.stdout.write(
    `interaction            first ms    later ms  worst ms   (first and later: ${SHARE * 100}th percentile of ${VISITS} visits; limit ${LIMIT} ms, ${SLOWDOWN}x CPU slowdown)\n`,
  )
  try {
    for (const { name, path, width = 390, act, needsScripts, undo } of interactions) {
      const first: number[] = []
      const later: number[] = []
      for (let visit = 0; visit < VISITS; visit += 1) {
        const page = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage()
        await page.addInitScript(() => {
          const durations: number[] = []
          Object.assign(window, { durations })
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              if ((entry as PerformanceEventTiming).interactionId) durations.push(entry.duration)
          }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
        })
        await page.goto(site + path)
        const client = await page.context().newCDPSession(page)
        await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
        if (needsScripts) await waitForHydration(page)
        first.push(await measure(page, act))
        await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
        await (undo ? undo(page) : page.keyboard.press('Escape'))
        await waitForHydration(page)
        later.push(await measure(page, act))
        await page.context().close()
      }
      const visits = first.map((time, visit) => Math.max(time, later[visit] ?? Number.NaN))
      const figures = [quantile(first, SHARE), quantile(later, SHARE), Math.max(...visits)]
      const over = quantile(visits, SHARE) > LIMIT ? '   OVER THE LIMIT' : ''
      process.stdout.write(
        `${name.padEnd(20)}${figures.map((figure) => figure.toFixed(0).padStart(11)).join('')}${over}\n`,
      )
    }
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
    rmSync(out, { recursive: true, force: true })
  }
}

/** Returns the duration of an action's longest event in milliseconds; 0 if all events were too short to be reported. */
async function measure(page: Page, act: Interaction['act']): Promise<number> {
  await page.evaluate(() => {
    ;(window as unknown as { durations: number[] }).durations.length = 0
  })
  await act(page)
  // The browser reports how long an event took only some frames after it has painted the event's result.
  return page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve, 100))
    return Math.max(0, ...(window as unknown as { durations: number[] }).durations)
  })
}
