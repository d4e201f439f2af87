import type { Browser, Page } from 'playwright-core'
import { hydrated } from '../../cli/audit/launch.ts'

/** Milliseconds until a page that has not been hydrated never will be. */
const PATIENCE = 15_000
/** Of the steps of a visitor, one in so many sends a form, and one in so many loads a page anew. */
const FORM = 12
const LOAD = 3

export interface Walked {
  loads: number
  navigations: number
  /** Of the navigations, those that the browser did itself: the page was built by another program, or is gone. */
  full: number
  forms: number
  acknowledged: Set<string>
  failed: string[]
  dead: string[]
  console: string[]
}

/**
 * Visitors in a real browser: they load pages, follow links and send a form; whatever a visitor would see go wrong is
 * noted.
 * @param paths pages that every release has
 * @param meanwhile awaited before each step: a visitor who leaves a page open comes back to another release
 */
export async function walkOn(
  browser: Browser,
  options: {
    address: string
    paths: readonly string[]
    random: () => number
    walked: Walked
    isOver: () => boolean
    meanwhile?: () => Promise<unknown>
  },
): Promise<void> {
  const { address, paths, random, walked, isOver, meanwhile } = options
  const context = await browser.newContext({ reducedMotion: 'reduce', ignoreHTTPSErrors: true })
  const page = await context.newPage()
  note(page, walked)
  const pick = () => paths[Math.floor(random() * paths.length)] as string
  await load(page, address + pick(), walked)
  while (!isOver()) {
    await meanwhile?.()
    const choice = random()
    if (choice < 1 / FORM) await sendForm(page, address, walked)
    else if (!meanwhile && choice < 1 / LOAD) await load(page, address + pick(), walked)
    else await follow(page, pick(), walked)
  }
  await context.close()
}

/** Whatever went wrong on a page, in words. */
function note(page: Page, walked: Walked): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') walked.console.push(message.text())
  })
  page.on('pageerror', (error) => walked.console.push(`exception: ${error.message}`))
  page.on('response', (answer) => {
    if (answer.status() >= 400) walked.failed.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // What was under way when the visitor went on.
    if (reason !== 'net::ERR_ABORTED') walked.failed.push(`${reason} ${request.url()}`)
  })
}

async function load(page: Page, url: string, walked: Walked): Promise<void> {
  const answer = await page.goto(url).catch((error: Error) => void walked.failed.push(`${url}: ${error.message}`))
  walked.loads += 1
  if (answer) await awaitLife(page, walked)
}

async function awaitLife(page: Page, walked: Walked): Promise<void> {
  await hydrated(page, PATIENCE).catch(() => walked.dead.push(page.url()))
}

/** By a link of the page, if it has one there. */
async function follow(page: Page, path: string, walked: Walked): Promise<void> {
  const link = page.locator(`a[href="${path}"]:not([data-job])`).first()
  if (new URL(page.url()).pathname === path || (await link.count()) === 0) return
  let full = 0
  const count = () => {
    full += 1
  }
  page.on('load', count)
  await link.evaluate((element) => (element as HTMLElement).click())
  const arrived = (wanted: string) =>
    location.pathname === wanted &&
    document.readyState === 'complete' &&
    document.documentElement.dataset.hydrated !== undefined &&
    document.querySelector('main h1') !== null
  await page.waitForFunction(arrived, path, { timeout: PATIENCE }).catch(() => walked.dead.push(`${path}, by a link`))
  page.off('load', count)
  walked.navigations += 1
  walked.full += full
}

/** The one that opens on the first page. */
async function sendForm(page: Page, address: string, walked: Walked): Promise<void> {
  await load(page, `${address}/`, walked)
  await page.locator('main a[data-opens=contact]').first().click()
  const form = page.locator('form[data-form=contact]')
  await form.locator('[name=name]').fill('Ada Rivers')
  await form.locator('[name=email]').fill('ada@brand.example')
  await form.locator('[name=message]').fill('We sell lamps.')
  const answered = page.waitForResponse((answer) => answer.url().includes('/functions/v1/') && answer.ok(), {
    timeout: PATIENCE,
  })
  await form.locator('[type=submit]').click()
  const answer = await answered.catch(() => void walked.failed.push('a form was not acknowledged'))
  if (answer) walked.acknowledged.add(((await answer.json()) as { id: string }).id)
  walked.forms += 1
}
