import { expect, inject, it } from 'vitest'
import { createGate, hydrated, routePage, sharedBrowser, waitForFrames } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

it('client-side navigation that takes more than 200 ms shows a loading status until the page appears', async () => {
  const { page, faults, close } = await browser.open()
  const gate = createGate()
  await routePage(page, '/about', async (route) => {
    await gate.opened
    await route.continue()
  })
  await page.goto(site)
  await hydrated(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.locator('footer a[href="/about"]').click()
  const status = page.getByRole('status').filter({ hasText: 'Loading…' })
  await page.clock.runFor(190)
  expect(await status.count()).toBe(0)
  await page.clock.runFor(20)
  expect(await status.count()).toBe(1)
  expect(await page.locator('.nav-progress').evaluate((bar) => bar.getBoundingClientRect().height)).toBeGreaterThan(2)
  gate.open()
  await page.waitForFunction(() => location.pathname === '/about' && document.activeElement?.tagName === 'H1')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(await status.count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

it.each(['click', 'back'] as const)(
  'navigation (%s) falls back to a full page load if the page takes longer than three seconds',
  async (action) => {
    const { page, close } = await browser.open()
    const requested = createGate()
    await page.goto(`${site}/about`)
    await hydrated(page)
    await page.clock.install()
    await page.locator('footer a[href="/careers"]').click()
    await page.waitForFunction(() => location.pathname === '/careers' && document.activeElement?.tagName === 'H1')
    // The request is never answered.
    const wanted = '/about'
    await routePage(page, wanted, () => requested.open())
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.clock.pauseAt(Date.now() + 3_600_000)
    if (action === 'click') await page.locator(`footer a[href="${wanted}"]`).click()
    else await page.evaluate(() => history.back())
    await requested.opened
    await page.clock.runFor(2900)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await page.clock.runFor(200)
    await page.waitForFunction((path) => location.pathname === path && !('sameDocument' in window), wanted)
    await close()
  },
)

it('the page whose link was clicked last stays open, even if an earlier request fails afterwards', async () => {
  const { page, close } = await browser.open()
  await page.goto(site)
  await hydrated(page)
  const gate = createGate()
  await routePage(page, '/about', async (route) => {
    await gate.opened
    await route.fulfill({ status: 404 })
  })
  await page.locator('footer a[href="/about"]').click()
  await page.locator('footer a[href="/careers"]').click()
  await page.waitForFunction(() => location.pathname === '/careers')
  const answered = page.waitForResponse('**/about')
  gate.open()
  await answered
  await page.evaluate(waitForFrames)
  expect(await page.evaluate(() => [location.pathname, document.querySelectorAll('.nav-progress').length])).toEqual([
    '/careers',
    0,
  ])
  await close()
})

it('offline navigation stays on the current page and shows a notice, and works again once online', async () => {
  const { page, faults, close } = await browser.open()
  const context = page.context()
  const notice = page.getByRole('alert').filter({ hasText: 'You seem to be offline.' })
  /** Runs an action while the page is offline, waits for the notice, and closes it. */
  const actOffline = async (act: () => Promise<void>) => {
    await context.setOffline(true)
    await act()
    await notice.waitFor()
    await notice.getByRole('button', { name: 'Close' }).click()
    await context.setOffline(false)
  }
  await page.goto(`${site}/about`)
  await hydrated(page)
  const about = await page.locator('h1').textContent()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const link = page.locator('footer a[href="/careers"]')
  await actOffline(() => link.click())
  expect(new URL(page.url()).pathname).toBe('/about')
  await link.click()
  await page.waitForFunction(() => location.pathname === '/careers' && document.activeElement?.tagName === 'H1')

  const opener = page.locator('a[data-job]').first()
  await actOffline(() => opener.click())
  expect(await page.locator('dialog[open]').count()).toBe(0)
  await opener.click()
  await page.locator('#dialog-job:modal .jd-next').waitFor()
  await page.keyboard.press('Escape')

  await actOffline(() => page.evaluate(() => history.back()))
  await page.waitForFunction((heading) => document.querySelector('h1')?.textContent === heading, about)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await close()
})
