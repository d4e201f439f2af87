import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { hydrated, sharedBrowser } from './browser.ts'
import { contentsOf } from './fill-form.ts'

const site = inject('site')
const browser = sharedBrowser()

/** Follows a link in the footer without scrolling to it. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.locator(`footer a[href="${path}"]`).evaluate((link) => (link as HTMLElement).click())
  await page.waitForFunction((wanted) => location.pathname === wanted && document.activeElement?.tagName === 'H1', path)
}
const back = async (page: Page, path: string) => {
  await page.evaluate(() => history.back())
  await page.waitForFunction((wanted) => location.pathname === wanted && document.querySelector('main form'), path)
}

describe('form values', () => {
  it('are restored when the visitor returns to the page, but do not appear in forms on other pages', async () => {
    const { page, faults, close } = await browser.open()
    await page.goto(`${site}/create-brand-plan`)
    await hydrated(page)
    const form = page.locator('form[data-form=brand-plan]')
    await form.locator('[name=name]').fill('Mara')
    await form.locator('[name=biggestGoal]').fill('Two\nlines')
    await form.locator('[name=sellsOn][value=walmart]').focus()
    await page.keyboard.press('Space')
    await form.locator('[name=monthlyRevenue]').fill('250000')
    const typed = await contentsOf(form)
    expect(typed.sellsOn).toEqual(['walmart'])
    await goTo(page, '/create-distribution-plan')
    expect(await page.locator('form [name=name]').inputValue()).toBe('')
    await back(page, '/create-brand-plan')
    await expect.poll(() => contentsOf(form)).toEqual(typed)
    expect(await form.locator('output').textContent()).toBe('$250K')
    expect(faults).toEqual([])
    await close()
  })

  it('are not restored if the form was reset, and files are never restored', async () => {
    const { page, faults, close } = await browser.open()
    await page.goto(`${site}/careers/e-commerce-data-analyst`)
    await hydrated(page)
    const form = page.locator('form')
    const empty = await contentsOf(form)
    await form.locator('[name=phone]').fill('212')
    await form
      .locator('[name=resume]')
      .setInputFiles({ name: 'r.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
    await goTo(page, '/about')
    await back(page, '/careers/e-commerce-data-analyst')
    await expect.poll(() => contentsOf(form)).toEqual({ ...empty, phone: ['212'] })
    await form.evaluate((element) => (element as HTMLFormElement).reset())
    await goTo(page, '/about')
    await back(page, '/careers/e-commerce-data-analyst')
    await expect.poll(() => contentsOf(form)).toEqual(empty)
    expect(faults).toEqual([])
    await close()
  })
})

it('after a click on a link within a page, going back and forward restores both scroll positions', async () => {
  const { page, faults, close } = await browser.open({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  await page.goto(`${site}/about`)
  await hydrated(page)
  await goTo(page, '/create-brand-plan')
  const formTop = () => page.locator('#form').evaluate((form) => form.getBoundingClientRect().top)
  const scrolled = () => page.evaluate(() => window.scrollY)
  // Waits for the scroll event, because no real visitor scrolls and clicks in the same frame.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('scroll', () => resolve(), { once: true })
        window.scrollTo(0, 40)
      }),
  )
  expect(await scrolled()).toBe(40)
  // Avoids Playwright's click, which would scroll to the link first.
  await page
    .locator('main a[href="#form"]')
    .first()
    .evaluate((link) => (link as HTMLElement).click())
  await expect.poll(async () => Math.abs(await formTop())).toBeLessThan(60)
  const place = await scrolled()
  await page.evaluate(() => history.back())
  await expect.poll(scrolled).toBe(40)
  await page.evaluate(() => history.forward())
  await expect.poll(scrolled).toBe(place)
  // Repeats the steps, starting from another page.
  await goTo(page, '/careers')
  await page.evaluate(() => history.go(-2))
  await page.waitForFunction(() => location.pathname === '/create-brand-plan' && !location.hash)
  await expect.poll(scrolled).toBe(40)
  await page.evaluate(() => history.forward())
  await expect.poll(scrolled).toBe(place)
  expect(faults).toEqual([])
  await close()
})
