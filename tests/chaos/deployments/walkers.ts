import type { Browser, Page, Response } from 'playwright-core'
import { hydrated } from '../../../cli/audit/launch.ts'

/** Milliseconds until a page that has not come to life never will. */
const PATIENCE = 15_000
/** What part of the steps is one of the rare ones. */
const RARE = 0.15

export interface Walked {
  loads: number
  navigations: number
  /** Of the navigations, those that the browser did itself: the release has other scripts. */
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
  walked: Walked
  /** What comes between looking at a page and doing something there. */
  hesitate(): Promise<unknown>
}

/**
 * A visitor in a real browser, who loads pages, follows links, goes back, opens positions and sends a form; whatever
 * goes wrong is noted.
 * @param paths pages that every release has
 * @param hesitate a visitor who leaves a page open comes back to another release
 */
export async function walkOn(
  browser: Browser,
  options: Omit<Visitor, 'page'> & { paths: readonly string[]; random: () => number; isOver: () => boolean },
): Promise<void> {
  const { paths, random, isOver } = options
  const context = await browser.newContext({ reducedMotion: 'reduce', ignoreHTTPSErrors: true })
  const visitor = { ...options, page: await context.newPage() }
  note(visitor)
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T
  const follow = () => followLink(visitor, pick(paths))
  const steps = [() => load(visitor, pick(paths)), follow, follow, follow, () => goBack(visitor)]
  const rare = [() => sendForm(visitor), () => openPosition(visitor)]
  await load(visitor, '/')
  while (!isOver()) await pick(random() < RARE ? rare : steps)()
  await context.close()
}

/** Whatever went wrong on a page, in words. */
function note({ page, walked }: Visitor): void {
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

async function load({ page, address, walked }: Visitor, path: string): Promise<void> {
  const url = address + path
  const answer = await page.goto(url).catch((error: Error) => void walked.failed.push(`${url}: ${error.message}`))
  walked.loads += 1
  if (answer) await hydrated(page, PATIENCE).catch(() => walked.dead.push(url))
}

/** By a link of the page, if it has one there. */
async function followLink(visitor: Visitor, path: string): Promise<void> {
  const { page, hesitate } = visitor
  const link = page.locator(`a[href="${path}"]:not([data-job])`).first()
  if (new URL(page.url()).pathname === path || (await link.count()) === 0) return
  await hesitate()
  await navigate(visitor, path, () => link.evaluate((element) => (element as HTMLElement).click()))
}

async function goBack(visitor: Visitor): Promise<void> {
  const { page, hesitate } = visitor
  const path = await page.evaluate(() => {
    const index = window.navigation?.currentEntry?.index ?? 0
    const url = window.navigation?.entries()[index - 1]?.url
    return url ? new URL(url).pathname : undefined
  })
  if (path === undefined) return
  await hesitate()
  // Not at once: it may end the document that still has to answer.
  await navigate(visitor, path, () => page.evaluate(() => void setTimeout(() => history.back())))
}

/** Waits until the page of an address is there and alive, whether it came by the page before or by itself. */
async function navigate({ page, walked }: Visitor, path: string, act: () => Promise<unknown>): Promise<void> {
  const count = () => {
    walked.full += 1
  }
  page.on('load', count)
  await act()
  const arrived = (wanted: string) =>
    location.pathname === wanted &&
    // Going back, the address changes before the page does.
    document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href.endsWith(wanted) &&
    document.readyState === 'complete' &&
    document.documentElement.dataset.hydrated !== undefined
  await page.waitForFunction(arrived, path, { timeout: PATIENCE }).catch(() => walked.dead.push(`${path}, by the page`))
  page.off('load', count)
  walked.navigations += 1
}

/** In a dialog of the page, or on a page of its own where that cannot be. */
async function openPosition(visitor: Visitor): Promise<void> {
  const { page, walked, hesitate } = visitor
  await load(visitor, '/careers')
  await hesitate()
  await page
    .locator('a[data-job]')
    .first()
    .evaluate((link) => (link as HTMLElement).click())
  const opened = () =>
    document.querySelector('dialog[open] form') !== null ||
    (location.pathname !== '/careers' && document.documentElement.dataset.hydrated !== undefined)
  await page.waitForFunction(opened, null, { timeout: PATIENCE }).catch(() => walked.dead.push('a position'))
}

/** The one that opens on the first page. */
async function sendForm(visitor: Visitor): Promise<void> {
  const { page, walked, hesitate } = visitor
  await load(visitor, '/')
  await page.locator('main a[data-opens=contact]').first().click()
  const form = page.locator('form[data-form=contact]')
  await form.locator('[name=name]').fill('Ada Rivers')
  await form.locator('[name=email]').fill('ada@brand.example')
  await form.locator('[name=message]').fill('We sell lamps.')
  await hesitate()
  const isAnswer = (answer: Response) => answer.url().includes('/functions/v1/') && answer.ok()
  const answered = page.waitForResponse(isAnswer, { timeout: PATIENCE })
  await form.locator('[type=submit]').click()
  const answer = await answered.catch(() => void walked.failed.push('a form was not acknowledged'))
  if (answer) walked.acknowledged.add(((await answer.json()) as { id: string }).id)
  walked.forms += 1
}
