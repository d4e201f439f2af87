import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { holdScripting, hydrated, sharedBrowser } from './browser.ts'
import { contentsOf } from './fill-form.ts'

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

  it('opens the help panel, and it stays open', async () => {
    const { page, faults, takeOver, close } = await early('/about')
    await page.locator('.help summary').click()
    await takeOver()
    expect(await page.locator('.help-panel').isVisible()).toBe(true)
    expect(faults).toEqual([])
    await close()
  })
})

it('a page is printed before scripting takes over as it is afterwards', async () => {
  const { page, takeOver, close } = await early('/')
  const printed = async () => {
    const document = (await page.pdf()).toString('latin1')
    await page.emulateMedia({ media: 'print' })
    return { pages: document.match(/\/Type \/Page\b/g)?.length, text: await page.locator('body').innerText() }
  }
  const before = await printed()
  expect(before.pages).toBeGreaterThan(1)
  await takeOver()
  expect(await printed()).toEqual(before)
  await close()
})

it('a page that nobody touches comes to life in a browser that never says it is idle', async () => {
  const { page, faults, close } = await browser.open({ viewport })
  // Every frame is drawn late: none has time left.
  await page.addInitScript(() => {
    const draw = () => {
      for (const end = performance.now() + 20; performance.now() < end; );
      requestAnimationFrame(draw)
    }
    draw()
  })
  await page.goto(`${site}/terms`)
  await page.locator('html[data-hydrated]').waitFor()
  expect(faults).toEqual([])
  await close()
})
