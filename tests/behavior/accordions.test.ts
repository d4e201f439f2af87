import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hydrated, sharedBrowser } from './browser.ts'
import { tabTo } from './keyboard.ts'

const site = inject('site')
const browser = sharedBrowser()
const viewport = { width: 1280, height: 900 }

const summary = (page: Page, index: number) => page.locator('.acc summary').nth(index)
/** Returns the indexes of the open items. */
const open = (page: Page) =>
  page
    .locator('.acc details')
    .evaluateAll((items) => items.flatMap((item, index) => ((item as HTMLDetailsElement).open ? [index] : [])))

describe.each([
  ['FAQ accordion', '/', 5],
  ['FAQ accordion', '/get-started', 5],
  ['FAQ accordion', '/distribution-expert', 5],
  ['details accordion', '/services/ppc-advertising', undefined],
  ['details accordion', '/services/walmart-management', undefined],
  ['details accordion', '/solutions/inventory-forecasting', undefined],
] as const)('%s on %s', (_kind, path, count) => {
  let tab: Awaited<ReturnType<typeof browser.open>>
  beforeAll(async () => {
    tab = await browser.open({ viewport })
    await tab.page.goto(site + path)
    await hydrated(tab.page)
  })
  afterAll(() => tab?.close())

  it('exposes each item to screen readers as a heading with its expanded or collapsed state', async () => {
    const { page } = tab
    const tree = await page.locator('.acc').ariaSnapshot()
    const titles = await page.locator('.acc summary').allInnerTexts()
    for (const title of titles) expect(tree).toContain(`- heading "${title.trim()}" [level=3]`)
    const client = await page.context().newCDPSession(page)
    const { nodes } = await client.send('Accessibility.getFullAXTree')
    const expanded = nodes
      .filter(({ role }) => /^DisclosureTriangle/.test(role?.value))
      .filter(({ name }) => titles.some((title) => title.trim() === name?.value))
      .map(({ properties }) => properties?.find(({ name }) => name === 'expanded')?.value.value)
    expect(expanded).toEqual(titles.map((_title, index) => index === 0))
  })

  it('opens and closes items with the keyboard, and keeps focus on the heading', async () => {
    const { page } = tab
    await tabTo(page, '.acc summary')
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.press(key)
      expect(await open(page)).toEqual([])
      await page.keyboard.press(key)
      expect(await open(page)).toEqual([0])
    }
    await tabTo(page, '.acc details:nth-child(2) summary')
    await page.keyboard.press('Enter')
    expect(await open(page)).toEqual([1])
    expect(await summary(page, 1).evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it('keeps at most one item open', async () => {
    const { page, faults } = tab
    if (count) expect(await page.locator('.acc details').count()).toBe(count)
    await summary(page, 0).click()
    expect(await open(page)).toEqual([0])
    await summary(page, 2).click()
    expect(await open(page)).toEqual([2])
    expect(await page.locator('.acc details').nth(2).locator('.acc-body').isVisible()).toBe(true)
    await summary(page, 2).click()
    expect(await open(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it('opens items without JavaScript', async () => {
    const { page, close } = await browser.open({ viewport, javaScriptEnabled: false })
    await page.goto(site + path)
    await summary(page, 1).click()
    expect(await page.locator('.acc-body').nth(1).isVisible()).toBe(true)
    expect(await page.locator('.acc-body').nth(0).isVisible()).toBe(false)
    await close()
  })
})

it.each([
  ['with client-side navigation', true],
  ['without JavaScript', false],
] as const)('a link in an FAQ answer opens the linked page %s', async (_how, javaScriptEnabled) => {
  const { page, faults, close } = await browser.open({ viewport, javaScriptEnabled })
  await page.goto(site)
  if (javaScriptEnabled) await hydrated(page)
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname))
  await summary(page, 4).click()
  await page.locator('.acc-body').nth(4).getByRole('link', { name: 'Distribution Plan' }).click()
  await page.waitForURL('**/create-distribution-plan')
  expect(loads).toEqual(javaScriptEnabled ? [] : ['/create-distribution-plan'])
  expect(faults).toEqual([])
  await close()
})
