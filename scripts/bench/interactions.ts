import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { findBrowser } from '../../cli/audit/browser.mjs'
import { launchBrowser, waitForHydration } from '../../cli/audit/launch.ts'
import { runBuildCommand } from '../../cli/commands/build.ts'
import { defaultPaths } from '../../cli/commands/options.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'

const SLOWDOWN = 4
const VISITS = 8
/** INP is the 75th percentile of page visits (https://web.dev/articles/inp). */
const SHARE = 0.75
const LIMIT = 200

interface Interaction {
  name: string
  path: string
  width: number
  act(page: Page): Promise<void>
  /** Set if `act` needs an element created by scripts, for example in place of a link. */
  needsScripts?: true
  /** Restores the page so that `act` can be repeated. */
  undo(page: Page): Promise<void>
}

/**
 * Clicks the center of an element. `locator.click()` would run hit tests in the page, and their time would count as the
 * page's.
 */
async function press(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`not visible: ${target}`)
  await target.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
const pressEscape = (page: Page) => page.keyboard.press('Escape')
const interactions: Interaction[] = [
  {
    name: 'Solutions menu',
    path: '/',
    width: 1280,
    act: (page) => press(page.locator('.top-sub > button')),
    undo: pressEscape,
  },
  {
    name: 'small menu',
    path: '/',
    width: 390,
    act: (page) => press(page.locator('.top-menu summary')),
    undo: pressEscape,
  },
  {
    name: 'dialog with a form',
    path: '/',
    width: 390,
    act: (page) => press(page.locator('main a[data-opens=contact]').first()),
    undo: pressEscape,
  },
  {
    name: 'dialog with a job',
    path: '/careers',
    width: 390,
    needsScripts: true,
    act: (page) => press(page.locator('main a[data-job]').first()),
    undo: pressEscape,
  },
  {
    name: 'accordion',
    path: '/get-started',
    width: 390,
    act: (page) => press(page.locator('.acc summary').nth(2)),
    undo: (page) => press(page.locator('.acc summary').nth(0)),
  },
  {
    name: 'carousel, next',
    path: '/',
    width: 390,
    needsScripts: true,
    act: (page) => press(page.getByRole('button', { name: 'Next', exact: true })),
    undo: (page) => press(page.getByRole('button', { name: 'Previous', exact: true })),
  },
  {
    name: 'carousel, dot',
    path: '/create-brand-plan',
    width: 390,
    needsScripts: true,
    act: (page) => press(page.locator('.dots a, .dots button').nth(2)),
    undo: (page) => press(page.locator('.dots a, .dots button').nth(0)),
  },
  {
    name: 'slider',
    path: '/create-brand-plan',
    width: 390,
    act: (page) => page.locator('input[type=range]').press('ArrowRight'),
    undo: (page) => page.locator('input[type=range]').press('ArrowLeft'),
  },
]

/**
 * Measures interaction to next paint: the time from input to the frame that shows its effect, as reported by the
 * browser's Event Timing API (in steps of 8 ms, starting at 16 ms), with the CPU slowed down by a factor of four.
 * Measures the first interaction, which hydrates the page, and one interaction on an idle page. The longer time is the
 * result for the visit.
 */
export async function run(): Promise<void> {
  const out = mkdtempSync(path.join(tmpdir(), 'bench-'))
  await runBuildCommand({ content: defaultPaths.content, out, json: false, quiet: true })
  const server = createPreviewServer(out)
  const site = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
  const browser = await launchBrowser(await findBrowser())
  process.stdout.write(
    `interaction            first ms    later ms  worst ms   (first and later: ${SHARE * 100}th percentile of ${VISITS} visits; limit ${LIMIT} ms, ${SLOWDOWN}x CPU slowdown)\n`,
  )
  try {
    for (const interaction of interactions) {
      const first: number[] = []
      const later: number[] = []
      for (let visit = 0; visit < VISITS; visit += 1) {
        const page = await (await browser.newContext({ viewport: { width: interaction.width, height: 844 } })).newPage()
        await page.addInitScript(() => {
          const durations: number[] = []
          Object.assign(window, { durations })
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              if ((entry as PerformanceEventTiming).interactionId) durations.push(entry.duration)
          }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
        })
        await page.goto(site + interaction.path)
        const client = await page.context().newCDPSession(page)
        await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
        if (interaction.needsScripts) await waitForHydration(page)
        first.push(await measure(page, () => interaction.act(page)))
        await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
        await interaction.undo(page)
        await waitForHydration(page)
        later.push(await measure(page, () => interaction.act(page)))
        await page.context().close()
      }
      const visits = first.map((time, visit) => Math.max(time, later[visit] ?? Number.NaN))
      const figures = [quantile(first), quantile(later), Math.max(...visits)]
      const over = quantile(visits) > LIMIT ? '   OVER THE LIMIT' : ''
      process.stdout.write(
        `${interaction.name.padEnd(20)}${figures.map((figure) => figure.toFixed(0).padStart(11)).join('')}${over}\n`,
      )
    }
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
    rmSync(out, { recursive: true, force: true })
  }
}

/** Returns the `SHARE` quantile of the times. */
function quantile(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * SHARE) - 1] ?? Number.NaN
}

/** Returns the duration of an action's longest event in milliseconds; 0 if all events were too short to be reported. */
async function measure(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    ;(window as unknown as { durations: number[] }).durations.length = 0
  })
  await act()
  // Event entries arrive two frames after the frame that shows the effect.
  return page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve, 100))
    return Math.max(0, ...(window as unknown as { durations: number[] }).durations)
  })
}
