import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { listen } from '../../cli/preview/server.ts'
import { triesAllCases } from '../sampled.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const browser = sharedBrowser()
let relay: RunningRelay
/** Another site. Its links lead to the address in their query. */
let other: Server
let otherSite: string
beforeAll(async () => {
  relay = await runRelay(inject('out'))
  other = createServer((req, res) => {
    const { searchParams } = new URL(req.url ?? '', 'http://other.example')
    const to = (searchParams.get('to') ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    res.setHeader('content-type', 'text/html').end(`<a rel="${searchParams.get('rel')}" href="${to}">Link</a>`)
  })
  otherSite = `http://127.0.0.1:${await listen(other, '127.0.0.1', 0)}`
})
afterAll(async () => {
  other?.close()
  other?.closeAllConnections()
  await relay?.stop()
})

interface Arrival {
  query: string
  /** `rel` of the link on another site that leads to the page; without it, the visitor types the address. */
  linkRel?: string
  /** Parameters that are stored. */
  parameters?: Record<string, string>
}

const arrivals: Record<string, Arrival> = {
  'a typed address': { query: '' },
  'a campaign': {
    query: '?utm_source=google&utm_medium=cpc&utm_campaign=spring-sale',
    parameters: { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring-sale' },
  },
  'click ids': {
    query: `?gclid=${'Ab-_'.repeat(25)}&fbclid=x.y&li_fat_id=1`,
    parameters: { gclid: 'Ab-_'.repeat(25), fbclid: 'x.y', li_fat_id: '1' },
  },
  'other parameters': {
    query: '?email=ada%40mail.example&token=secret&utm_term=caf%C3%A9+%26%20tea',
    parameters: { utm_term: 'café & tea' },
  },
  'a query of 10,000 characters': {
    query: `?x=${'y'.repeat(10_000)}&utm_source=end`,
    parameters: { utm_source: 'end' },
  },
  'hostile parameters': {
    query: `?utm_source=%3Cscript%3Ealert(1)%3C/script%3E%00&utm_medium[]=a&__proto__=b&utm_campaign=%F0%9F&utm_content=${'z'.repeat(600)}`,
    parameters: { utm_source: '<script>alert(1)</script>', utm_campaign: '\uFFFD' },
  },
  'a link': { query: '?utm_source=partner', linkRel: '', parameters: { utm_source: 'partner' } },
  'a link without a referrer': {
    query: '?utm_source=partner',
    linkRel: 'noreferrer',
    parameters: { utm_source: 'partner' },
  },
}

interface Journey {
  /** Path where the visitor arrives. */
  start: string
  /** Goes from there to the page with the form, and returns it. */
  go?(page: Page): Promise<Page>
  /** What is known afterwards: everything, or only the page that was loaded last. */
  keeps: 'all' | 'first page' | 'last page'
}

const toContact = async (page: Page): Promise<Page> => {
  await hydrated(page)
  await page.locator('footer a[href="/contact"]').click()
  await page.locator('h1', { hasText: 'Say it in two lines' }).waitFor()
  return page
}

const journeys: Record<string, Journey> = {
  'arrives at the form': { start: '/contact', keeps: 'all' },
  'follows a link': { start: '/services', keeps: 'all', go: toContact },
  'follows several links': {
    start: '/services',
    keeps: 'all',
    async go(page) {
      await hydrated(page)
      for (const path of ['/about', '/careers', '/services']) {
        await page.locator(`footer a[href="${path}"]`).click()
        await page.waitForURL(`**${path}`)
      }
      return toContact(page)
    },
  },
  'goes back and forward': {
    start: '/services',
    keeps: 'all',
    async go(page) {
      await toContact(page)
      await page.goBack()
      await page.goForward()
      await page.locator('h1', { hasText: 'Say it in two lines' }).waitFor()
      return page
    },
  },
  'reloads the form': {
    start: '/services',
    keeps: 'last page',
    async go(page) {
      await toContact(page)
      await page.reload()
      return page
    },
  },
  'opens the form in another tab': {
    start: '/services',
    keeps: 'first page',
    async go(page) {
      await hydrated(page)
      const opened = page.context().waitForEvent('page')
      await page.locator('footer a[href="/contact"]').click({ modifiers: ['ControlOrMeta'] })
      return opened
    },
  },
  'loads the form as a document': {
    start: '/services',
    keeps: 'first page',
    async go(page) {
      await hydrated(page)
      await page.evaluate(() => location.assign('/contact'))
      await page.waitForURL('**/contact')
      return page
    },
  },
}

/** Browsers shorten a referrer of more than 4,096 characters to its origin. */
const isLong = ({ query }: Arrival) => query.length > 4000
const hasReferrer = ({ linkRel }: Arrival) => linkRel === ''

/** Arrives at a path of the site. */
async function arrive(page: Page, path: string, { query, linkRel }: Arrival): Promise<void> {
  const address = relay.site + path + query
  if (linkRel === undefined) return void (await page.goto(address))
  await page.goto(`${otherSite}/news?${new URLSearchParams({ to: address, rel: linkRel })}`)
  await page.getByText('Link').click()
  await page.waitForURL(`${relay.site}/**`)
}

/** Fills in and sends the contact form, and returns the source that was delivered. */
async function send(page: Page): Promise<unknown> {
  const before = relay.received().length
  const form = page.locator('form[data-form=contact]')
  // Without JavaScript, the same answers twice count as a double click.
  const answers = { name: 'Ada', email: 'ada@mail.example', message: `Message ${before + 1}` }
  for (const [name, text] of Object.entries(answers)) await form.locator(`[name=${name}]`).fill(text)
  await form.locator('[type=submit]').click()
  await expect.poll(() => relay.received().length).toBe(before + 1)
  return relay.received().at(-1)?.source
}

/** Each way to arrive with each way to the form. Without `triesAllCases`, a sample with all of both. */
const visits = Object.entries(arrivals).flatMap(([arrival, from], row) =>
  Object.entries(journeys)
    .filter((_, column) => (row + column) % 4 === 0 || triesAllCases)
    .map(([journey, to]): [string, string, Arrival, Journey] => [arrival, journey, from, to]),
)

describe('the source of a submission', () => {
  it.each(visits)('is what is known of a visitor who comes from %s and %s', async (_arrival, _journey, from, to) => {
    const { page, faults, close } = await browser.open({}, false)
    await arrive(page, to.start, from)
    const shown = (await to.go?.(page)) ?? page
    await hydrated(shown)
    const { keeps } = to
    const isCut = keeps === 'first page' && isLong(from)
    expect(await send(shown)).toEqual({
      page: '/contact',
      landing: keeps === 'last page' ? '/contact' : isCut ? '/' : to.start,
      ...(hasReferrer(from) && keeps !== 'first page' && { referrer: `${otherSite}/` }),
      ...(from.parameters && keeps !== 'last page' && !isCut && { parameters: from.parameters }),
    })
    expect(await page.context().cookies()).toEqual([])
    const stored = await shown.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
    )
    expect(stored).not.toMatch(/google|partner|utm_|gclid|127\.0\.0\.1/)
    expect(faults).toEqual([])
    await close()
  })

  it.each(Object.entries(arrivals).filter((_, index) => index % 3 === 1 || triesAllCases))(
    'is the page with the form without JavaScript, if the visitor comes from %s',
    async (_, from) => {
      const { page, close } = await browser.open({ javaScriptEnabled: false })
      await arrive(page, '/contact', from)
      expect(await send(page)).toEqual(
        isLong(from) ? { page: '/' } : { page: '/contact', ...(from.parameters && { parameters: from.parameters }) },
      )
      await close()
    },
  )
})
