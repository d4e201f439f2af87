import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { holdScripting, hydrated, sharedBrowser } from './browser.ts'
import { contentsOf } from './fill-form.ts'
import { asleep, places } from './sleeping.ts'

const site = inject('site')
const browser = sharedBrowser({})
const viewport = { width: 1280, height: 900 }

/** A page on which somebody acts before scripting takes over; `takeOver` lets it. */
async function early(
  path: string,
): Promise<{ page: Page; faults: string[]; takeOver(): Promise<void>; close(): Promise<void> }> {
  const { page, faults, close } = await browser.open({ viewport })
  const release = await holdScripting(page)
  await page.goto(site + path)
  const takeOver = async () => {
    expect(await page.evaluate(() => document.documentElement.dataset.hydrated)).toBeUndefined()
    release()
    await hydrated(page)
  }
  return { page, faults, takeOver, close }
}

/** A page whose idle moments come when they are called; the first one lets scripting take over. */
async function idleAtCall(
  path: string,
): Promise<{ page: Page; faults: string[]; idle(): Promise<void>; close(): Promise<void> }> {
  const { page, faults, close } = await browser.open({ viewport })
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    Object.assign(window, {
      requestIdleCallback: (then: () => void) => waiting.push(then),
      idle: () => waiting.splice(0).forEach((then) => void then()),
    })
  })
  const idle = () => page.evaluate(() => (window as unknown as { idle(): void }).idle())
  await page.goto(site + path)
  await idle()
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
  return { page, faults, idle, close }
}

describe('what is out of sight while scripting takes over', () => {
  const fallsAsleep = async (page: Page) => {
    await page.mouse.move(5, 5)
    await asleep(page).first().waitFor({ state: 'attached' })
  }

  it('sleeps, takes as much room as before, wakes where it is scrolled to, and is awake afterwards', async () => {
    const { page, faults, takeOver, close } = await early('/')
    const foot = page.locator('.foot')
    const rendered = () => foot.evaluate((it) => it.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
    const before = await places(page)
    await fallsAsleep(page)
    expect([await places(page), await rendered()]).toEqual([before, false])
    await foot.evaluate((it) => it.scrollIntoView({ behavior: 'instant' }))
    await expect.poll(rendered).toBe(true)
    await takeOver()
    expect([await asleep(page).count(), await places(page)]).toEqual([0, before])
    expect(faults).toEqual([])
    await close()
  })

  it('wakes when the window changes its width, and where scripting does not come', async () => {
    for (const reason of ['width', 'no scripting']) {
      const { page, close } = await browser.open({ viewport })
      if (reason === 'width') await holdScripting(page)
      else await page.route('**/assets/*.json', (route) => route.abort())
      await page.goto(`${site}/`)
      await fallsAsleep(page)
      if (reason === 'width') await page.setViewportSize({ ...viewport, width: 390 })
      await expect.poll(() => asleep(page).count(), { message: reason }).toBe(0)
      await close()
    }
  })

  it('is printed as it is afterwards', async () => {
    const { page, takeOver, close } = await early('/')
    await fallsAsleep(page)
    // With it come the rules for paper.
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href))
    const sleeping = (await page.pdf()).length
    await takeOver()
    expect(Math.abs(sleeping / (await page.pdf()).length - 1)).toBeLessThan(0.02)
    await close()
  })
})

describe('what is done before scripting takes over', () => {
  it('stays typed and chosen, and the field keeps the focus', async () => {
    const { page, faults, takeOver, close } = await early('/create-brand-plan')
    const form = page.locator('form[data-form=brand-plan]')
    await form.locator('[name=name]').fill('Ada')
    await form.locator('[name=sellsOn][value=walmart]').check()
    await form.locator('[name=timeline][value=immediate]').check()
    await form.locator('[name=biggestGoal]').pressSequentially('Twice the margin')
    const before = await contentsOf(form)
    expect(before.name).toEqual(['Ada'])
    await takeOver()
    expect(await contentsOf(form)).toEqual(before)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('biggestGoal')
    await page.keyboard.type('.')
    expect(await form.locator('[name=biggestGoal]').inputValue()).toBe('Twice the margin.')
    expect(faults).toEqual([])
    await close()
  })

  it.each(['/get-started', '/services/amazon-seo'])(
    'opens an accordion item of %s, and it stays open',
    async (path) => {
      const { page, faults, takeOver, close } = await early(path)
      await page.locator('.acc summary').nth(2).click()
      await takeOver()
      const open = page.locator('.acc details[open]')
      expect(await open.count()).toBe(1)
      expect(await open.locator('summary').innerText()).toBe(await page.locator('.acc summary').nth(2).innerText())
      expect(faults).toEqual([])
      await close()
    },
  )

  it('opens a dialog with a form, which becomes a modal one with all that was typed in it', async () => {
    const { page, faults, takeOver, close } = await early('/')
    await page.locator('main a[data-opens=contact]').first().click()
    const dialog = page.locator('#dialog-contact')
    await dialog.locator('[name=name]').fill('Ada')
    await takeOver()
    await page.locator('#dialog-contact:modal').waitFor()
    expect(await dialog.locator('[name=name]').inputValue()).toBe('Ada')
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(false)
    expect(faults).toEqual([])
    await close()
  })

  it('moves a slider, and its amount follows when scripting takes over', async () => {
    const { page, faults, takeOver, close } = await early('/create-distribution-plan')
    await page.locator('input[type=range]').focus()
    await page.keyboard.press('End')
    await takeOver()
    expect(await page.locator('input[type=range]').inputValue()).toBe('2000000')
    await expect.poll(() => page.locator('.rng output').textContent()).toBe('$2M+')
    expect(await page.locator('input[type=range]').getAttribute('aria-valuetext')).toBe('$2M+')
    expect(faults).toEqual([])
    await close()
  })

  it('moves a slider while scripting takes over, and its amount follows', async () => {
    const { page, faults, idle, close } = await idleAtCall('/create-distribution-plan')
    await page.locator('input[type=range]').focus()
    await page.keyboard.press('End')
    expect(await page.locator('.rng output').textContent()).toBe('$50K')
    await idle()
    expect(await page.locator('.rng output').textContent()).toBe('$2M+')
    expect(faults).toEqual([])
    await close()
  })

  it('opens the Solutions menu while scripting takes over, and the press counts: it stays when the pointer has left', async () => {
    const { page, faults, idle, close } = await idleAtCall('/about')
    const menu = page.locator('.top-sub > ul')
    await page.locator('.top-sub > button').click()
    await menu.waitFor()
    await idle()
    await page.waitForFunction(
      () => document.querySelector('.top-sub > button')?.getAttribute('aria-expanded') === 'true',
    )
    await page.locator('.top-sub > button').click()
    await menu.waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
    await close()
  })

  it('opens the help panel, and it stays open', async () => {
    const { page, faults, takeOver, close } = await early('/about')
    await page.locator('.help summary').click()
    await takeOver()
    expect(await page.locator('.help-panel').isVisible()).toBe(true)
    expect(faults).toEqual([])
    await close()
  })
})
