import type { Browser, Page, Response } from 'playwright-core'
import { waitForHydration } from '../../../cli/audit/launch.ts'

/** Milliseconds within which a page must hydrate. */
const TIMEOUT = 15_000
/** Probability that a visitor's next step is one of the rare steps. */
const RARE = 0.15

export interface Visits {
  loads: number
  navigations: number
  /** Number of navigations that needed a full page load, because the release has different scripts. */
  full: number
  forms: number
  acknowledged: Set<string>
  failed: string[]
  dead: string[]
  console: string[]
}

interface Visitor {
  page: Page
  address: string
  visits: Visits
  /** Waits between loading a page and acting on it. */
  pause(): Promise<unknown>
}

/**
 * Simulates a visitor in a real browser who loads pages, follows links, goes back, opens jobs and submits a form.
 * Records every fault in `visits`.
 * @param paths pages that every release has
 * @param pause lets a visitor keep a page open until the release has changed
 */
export async function browse(
  browser: Browser,
  options: Omit<Visitor, 'page'> & { paths: readonly string[]; random: () => number; isOver: () => boolean },
): Promise<void> {
  const { paths, random, isOver } = options
  const context = await browser.newContext({ reducedMotion: 'reduce', ignoreHTTPSErrors: true })
  const visitor = { ...options, page: await context.newPage() }
  recordFaults(visitor)
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T
  const follow = () => followLink(visitor, pick(paths))
  const steps = [() => load(visitor, pick(paths)), follow, follow, follow, () => goBack(visitor)]
  const rare = [() => sendForm(visitor), () => openJob(visitor)]
  await load(visitor, '/')
  while (!isOver()) await pick(random() < RARE ? rare : steps)()
  await context.close()
}

function recordFaults({ page, visits }: Visitor): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') visits.console.push(message.text())
  })
  page.on('pageerror', (error) => visits.console.push(`exception: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) visits.failed.push(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Ignores requests that a navigation aborted.
    if (reason !== 'net::ERR_ABORTED') visits.failed.push(`${reason} ${request.url()}`)
  })
}

async function load({ page, address, visits }: Visitor, path: string): Promise<void> {
  const url = address + path
  const response = await page.goto(url).catch((error: Error) => void visits.failed.push(`${url}: ${error.message}`))
  visits.loads += 1
  if (response) await waitForHydration(page, TIMEOUT).catch(() => visits.dead.push(url))
}

/** Follows a link to this path, if the page has one. */
async function followLink(visitor: Visitor, path: string): Promise<void> {
  const { page, pause } = visitor
  const link = page.locator(`a[href="${path}"]:not([data-job])`).first()
  if (new URL(page.url()).pathname === path || (await link.count()) === 0) return
  await pause()
  await navigate(visitor, path, () => link.evaluate((element) => (element as HTMLElement).click()))
}

async function goBack(visitor: Visitor): Promise<void> {
  const { page, pause } = visitor
  const path = await page.evaluate(() => {
    const index = window.navigation?.currentEntry?.index ?? 0
    const url = window.navigation?.entries()[index - 1]?.url
    return url ? new URL(url).pathname : undefined
  })
  if (path === undefined) return
  await pause()
  // Goes back after a delay, because going back may unload the document before `evaluate` returns.
  await navigate(visitor, path, () => page.evaluate(() => void setTimeout(() => history.back())))
}

/** Navigates, either on the client or with a full page load, and waits until the page is hydrated. */
async function navigate({ page, visits }: Visitor, path: string, act: () => Promise<unknown>): Promise<void> {
  const count = () => {
    visits.full += 1
  }
  page.on('load', count)
  await act()
  const arrived = (wanted: string) =>
    location.pathname === wanted &&
    // When navigating back, the URL changes before the page content.
    document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href.endsWith(wanted) &&
    document.readyState === 'complete' &&
    document.documentElement.dataset.hydrated !== undefined
  await page.waitForFunction(arrived, path, { timeout: TIMEOUT }).catch(() => visits.dead.push(`${path}, by a link`))
  page.off('load', count)
  visits.navigations += 1
}

/** Opens a job in a dialog, or on its own page if that fails. */
async function openJob(visitor: Visitor): Promise<void> {
  const { page, visits, pause } = visitor
  await load(visitor, '/careers')
  await pause()
  await page
    .locator('a[data-job]')
    .first()
    .evaluate((link) => (link as HTMLElement).click())
  const opened = () =>
    document.querySelector('dialog[open] form') !== null ||
    (location.pathname !== '/careers' && document.documentElement.dataset.hydrated !== undefined)
  await page.waitForFunction(opened, null, { timeout: TIMEOUT }).catch(() => visits.dead.push('a job'))
}

/** Submits the contact form on the front page. */
async function sendForm(visitor: Visitor): Promise<void> {
  const { page, visits, pause } = visitor
  await load(visitor, '/')
  await page.locator('main a[data-opens=contact]').first().click()
  const form = page.locator('form[data-form=contact]')
  await form.locator('[name=name]').fill('Ada Rivers')
  await form.locator('[name=email]').fill('ada@brand.example')
  await form.locator('[name=message]').fill('We sell lamps.')
  await pause()
  const isAccepted = (response: Response) => response.url().includes('/functions/v1/') && response.ok()
  const accepted = page.waitForResponse(isAccepted, { timeout: TIMEOUT })
  await form.locator('[type=submit]').click()
  const response = await accepted.catch(() => void visits.failed.push('a form was not acknowledged'))
  if (response) visits.acknowledged.add(((await response.json()) as { id: string }).id)
  visits.forms += 1
}
