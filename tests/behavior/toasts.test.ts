import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { validAnswers } from '../relay/valid-answers.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { fillForm, formOf } from './fill-form.ts'
import { tabTo } from './keyboard.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const browser = sharedBrowser()
let relay: RunningRelay
beforeAll(async () => {
  relay = await runRelay(inject('out'))
})
afterAll(() => relay?.stop())
beforeEach(() => {
  relay.up = true
})

const region = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const toasts = (page: Page) => region(page).locator('.notices-item')

/** Submits a job application while the clock is paused, so that none of the toast's display time has passed. */
async function apply(page: Page): Promise<void> {
  const contract = relay.contracts['job-application']
  if (!contract) throw new Error('there is no form job-application')
  await page.clock.install()
  await page.goto(`${relay.site}/careers/e-commerce-data-analyst`)
  await hydrated(page)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await fillForm(page, contract, validAnswers(contract))
  await formOf(page, contract).locator('button[type=submit]').click()
  await toasts(page).waitFor()
}

describe('a toast', () => {
  it('disappears after 5 s', async () => {
    const { page, faults, close } = await browser.open()
    await apply(page)
    expect(await toasts(page).getByRole('button').getAttribute('aria-label')).toBe('Close')
    await page.clock.runFor(4500)
    expect(await toasts(page).count()).toBe(1)
    await page.clock.runFor(600)
    await toasts(page).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await close()
  })

  it('stays visible while the pointer is over it', async () => {
    const { page, close } = await browser.open()
    await apply(page)
    await toasts(page).hover()
    await page.clock.runFor(20_000)
    expect(await toasts(page).count()).toBe(1)
    await page.mouse.move(5, 5)
    await page.clock.runFor(5100)
    await toasts(page).waitFor({ state: 'detached' })
    await close()
  })

  it('receives focus on Alt+T, stays visible while focused, and can be closed with the keyboard', async () => {
    const { page, close } = await browser.open()
    await apply(page)
    await page.keyboard.press('Alt+t')
    expect(await region(page).evaluate((it) => it === document.activeElement)).toBe(true)
    await page.clock.runFor(20_000)
    expect(await toasts(page).count()).toBe(1)
    await tabTo(page, '.notices button', 3)
    await page.keyboard.press('Enter')
    await toasts(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('submit')
    await close()
  })

  it('closes when its Close button is clicked', async () => {
    const { page, close } = await browser.open()
    await apply(page)
    await toasts(page).getByRole('button').click()
    await toasts(page).waitFor({ state: 'detached' })
    await close()
  })

  it('is announced by screen readers politely on success and assertively on failure', async () => {
    const { page, close } = await browser.open()
    await apply(page)
    expect(await region(page).ariaSnapshot()).toMatch(
      /- region "Notifications":\n {2}- status:[\s\S]*Application submitted successfully![\s\S]*- button "Close"/,
    )
    relay.up = false
    const contract = relay.contracts['job-application']
    if (!contract) throw new Error('there is no form job-application')
    await page.clock.resume()
    await fillForm(page, contract, validAnswers(contract))
    await formOf(page, contract).locator('button[type=submit]').click()
    await page.clock.fastForward(60_000)
    const alert = region(page).getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toBe(
      'Submission failed\n\nThere was an error submitting your application. Please try again.',
    )
    expect(await toasts(page).last().getAttribute('data-tone')).toBe('error')
    expect(await alert.evaluate((element) => element.parentElement?.closest('[aria-live], [role=status]'))).toBe(null)
    await close()
  })
})
