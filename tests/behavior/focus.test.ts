import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { hydrated, sharedBrowser, waitForFrames } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

describe.each([
  { by: 'a mouse', options: { viewport: { width: 1280, height: 800 } } },
  { by: 'a touchscreen', options: { viewport: { width: 390, height: 844 }, hasTouch: true } },
])('a click with $by', ({ options }) => {
  const { width, height } = options.viewport

  async function open(path: string) {
    const opened = await browser.open({ ...options, reducedMotion: 'reduce' })
    await opened.page.goto(site + path)
    await hydrated(opened.page)
    return opened
  }
  /** Clicks or taps a point, and waits for any resulting scroll. @returns the number of pixels scrolled */
  async function press(page: Page, x: number, y: number): Promise<number> {
    const before = await page.evaluate(() => scrollY)
    await ('hasTouch' in options ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
    await page.evaluate(waitForFrames)
    return (await page.evaluate(() => scrollY)) - before
  }
  /**
   * Scrolls until an element is at the bottom edge of the window, or above the help bar of small windows.
   * @returns a point to click, near the element's start
   */
  async function scrollToBottomEdge(element: Locator): Promise<[x: number, y: number]> {
    await element.evaluate((it) => {
      const bar = document.querySelector('.help')?.getBoundingClientRect()
      const edge = bar?.width === innerWidth ? bar.top : innerHeight
      window.scrollBy({ top: it.getBoundingClientRect().bottom - edge + 4, behavior: 'instant' })
    })
    const box = await element.boundingBox()
    if (!box) throw new Error('the element is not visible')
    return [box.x + Math.min(box.width, 60) / 2, box.y + box.height / 2]
  }

  it('does not scroll the page when it lands on plain text', async () => {
    const { page, close } = await open('/blog/seo-on-a-budget')
    for (const top of [700, 2500]) {
      await page.evaluate((place) => window.scrollTo({ top: place, behavior: 'instant' }), top)
      for (const part of [0.2, 0.5, 0.97]) expect(await press(page, width * 0.3, height * part)).toBe(0)
    }
    await close()
  })

  it('keeps the scroll position and the form input when it lands next to a form', async () => {
    const { page, close } = await open('/get-started')
    const name = page.getByLabel('Full name')
    await name.fill('Ada Rivers')
    expect(await press(page, ...(await scrollToBottomEdge(page.locator('#form .lead'))))).toBe(0)
    expect(await name.inputValue()).toBe('Ada Rivers')
    await close()
  })

  it('activates a control at the bottom of the window without scrolling the page', async () => {
    const { page, close } = await open('/')
    const question = page.locator('details[name=faq] summary').nth(1)
    expect(await press(page, ...(await scrollToBottomEdge(question)))).toBe(0)
    expect(await page.locator('details[name=faq]').nth(1).getAttribute('open')).toBe('')
    await close()
  })
})

it('selecting text with the mouse does not scroll the page', async () => {
  const { page, close } = await browser.open({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${site}/blog/seo-on-a-budget`)
  await hydrated(page)
  await page.evaluate(() => window.scrollTo({ top: 2500, behavior: 'instant' }))
  await page.mouse.move(400, 300)
  await page.mouse.down()
  await page.mouse.move(700, 500, { steps: 5 })
  await page.mouse.up()
  await page.evaluate(waitForFrames)
  expect(await page.evaluate(() => [String(getSelection()).length > 100, scrollY])).toEqual([true, 2500])
  await close()
})
