import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { holdScripting, hydrated, sharedBrowser } from './browser.ts'
import { contentsOf } from './fill-form.ts'

const site = inject('site')
const browser = sharedBrowser({})
const viewport = { width: 1280, height: 900 }

/** Opens a page that is not hydrated until `hydrate` is called. */
async function openUnhydrated(
  path: string,
): Promise<{ page: Page; faults: string[]; hydrate(): Promise<void>; close(): Promise<void> }> {
  const { page, faults, close } = await browser.open({ viewport })
  const release = await holdScripting(page)
  await page.goto(site + path)
  const hydrate = async () => {
    expect(await page.evaluate(() => document.documentElement.dataset.hydrated)).toBeUndefined()
    release()
    await hydrated(page)
  }
  return { page, faults, hydrate, close }
}

describe('hydration after user input', () => {
  it('keeps field values and focus', async () => {
    const { page, faults, hydrate, close } = await openUnhydrated('/create-brand-plan')
    const form = page.locator('form[data-form=brand-plan]')
    await form.locator('[name=name]').fill('Ada')
    await form.locator('[name=sellsOn][value=walmart]').check()
    await form.locator('[name=timeline][value=immediate]').check()
    await form.locator('[name=biggestGoal]').pressSequentially('Twice the margin')
    const before = await contentsOf(form)
    expect(before.name).toEqual(['Ada'])
    await hydrate()
    expect(await contentsOf(form)).toEqual(before)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('biggestGoal')
    await page.keyboard.type('.')
    expect(await form.locator('[name=biggestGoal]').inputValue()).toBe('Twice the margin.')
    expect(faults).toEqual([])
    await close()
  })

  it.each(['/get-started', '/services/amazon-seo'])('keeps an open accordion item open on %s', async (path) => {
    const { page, faults, hydrate, close } = await openUnhydrated(path)
    await page.locator('.acc summary').nth(2).click()
    await hydrate()
    const open = page.locator('.acc details[open]')
    expect(await open.count()).toBe(1)
    expect(await open.locator('summary').innerText()).toBe(await page.locator('.acc summary').nth(2).innerText())
    expect(faults).toEqual([])
    await close()
  })

  it('turns a dialog that is already open into a modal, and keeps its field values', async () => {
    const { page, faults, hydrate, close } = await openUnhydrated('/')
    await page.locator('main a[data-opens=contact]').first().click()
    const dialog = page.locator('#dialog-contact')
    await dialog.locator('[name=name]').fill('Ada')
    await hydrate()
    await page.locator('#dialog-contact:modal').waitFor()
    expect(await dialog.locator('[name=name]').inputValue()).toBe('Ada')
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(false)
    expect(faults).toEqual([])
    await close()
  })

  it('updates the displayed amount of a slider that the visitor moved', async () => {
    const { page, faults, hydrate, close } = await openUnhydrated('/create-distribution-plan')
    await page.locator('input[type=range]').focus()
    await page.keyboard.press('End')
    await hydrate()
    expect(await page.locator('input[type=range]').inputValue()).toBe('2000000')
    await expect.poll(() => page.locator('.rng output').textContent()).toBe('$2M+')
    expect(await page.locator('input[type=range]').getAttribute('aria-valuetext')).toBe('$2M+')
    expect(faults).toEqual([])
    await close()
  })

  it('keeps an open help panel open', async () => {
    const { page, faults, hydrate, close } = await openUnhydrated('/about')
    await page.locator('.help summary').click()
    await hydrate()
    expect(await page.locator('.help-panel').isVisible()).toBe(true)
    expect(faults).toEqual([])
    await close()
  })
})

it('a page prints identically before and after hydration', async () => {
  const { page, hydrate, close } = await openUnhydrated('/')
  const printed = async () => {
    const document = (await page.pdf()).toString('latin1')
    await page.emulateMedia({ media: 'print' })
    return { pages: document.match(/\/Type \/Page\b/g)?.length, text: await page.locator('body').innerText() }
  }
  const before = await printed()
  expect(before.pages).toBeGreaterThan(1)
  await hydrate()
  expect(await printed()).toEqual(before)
  await close()
})

it('a page is hydrated even if there is no user input and the browser is never idle', async () => {
  const { page, faults, close } = await browser.open({ viewport })
  // Delays every frame, so that the browser has no idle time.
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

it('a page is hydrated when the mouse moves, but not when it only rests on the page', async () => {
  const { page, close } = await browser.open({ viewport })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  // Without reports of paints, only user input starts hydration.
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {}
  })
  await page.goto(`${site}/terms`)
  const scripts = () => requests.filter((url) => url.includes('/assets/chunks/'))
  const before = scripts()
  // The mouse is already there, so the browser reports a move with no distance.
  await page.mouse.move(0, 0)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(scripts()).toEqual(before)
  await page.mouse.move(10, 10)
  await page.locator('html[data-hydrated]').waitFor()
  await close()
})

it('React is requested after the first paint', async () => {
  const { page, close } = await browser.open({ viewport })
  await page.goto(`${site}/terms`)
  await page.locator('html[data-hydrated]').waitFor()
  const { paint, scripts } = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    scripts: performance
      .getEntriesByType('resource')
      .filter(
        (script) => script.name.endsWith('.js') && (script as PerformanceResourceTiming).decodedBodySize > 200_000,
      )
      .map(({ startTime }) => startTime),
  }))
  expect(scripts).toEqual([expect.any(Number)])
  expect(scripts[0]).toBeGreaterThan(paint ?? Number.POSITIVE_INFINITY)
  await close()
})
