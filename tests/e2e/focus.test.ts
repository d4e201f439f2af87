import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'
import { hydrated, sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

/** In the page: whether the focus has left it, and what lies over the focused element, or that it is out of the window. */
function look(): { ended: boolean; covered?: string } {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { ended: true }
  // A radio or checkbox is drawn by its label.
  const drawn = (focused.matches('[type=radio], [type=checkbox]') && focused.closest('label')) || focused
  const box = drawn.getClientRects()[0] ?? drawn.getBoundingClientRect()
  const inset = 3
  const middle = [box.left + box.width / 2, box.top + box.height / 2] as const
  const corners = [
    [box.left + inset, box.top + inset],
    [box.right - inset, box.bottom - inset],
  ] as const
  // What is taller than the window is never in sight whole.
  const spots = box.height > innerHeight ? [middle] : [middle, ...corners]
  const floats = 'header.top, .help, .floating'
  const there = spots.map(([x, y]) => document.elementFromPoint(x, y))
  const over = there.map((element) => element?.closest(floats)).find((float) => float && !float.contains(focused))
  const name = focused.outerHTML.slice(0, 120)
  if (there.every((element) => element === null)) return { ended: false, covered: `${name} is out of the window` }
  return over ? { ended: false, covered: `${name} is under ${over.className}` } : { ended: false }
}

/** In the page: two frames later. */
async function frames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}

/**
 * Goes through the page with Tab, to its end.
 * @returns what of the focused elements something else lies over, and how many elements there were
 */
async function walk(page: Page): Promise<{ covered: string[]; count: number }> {
  const covered: string[] = []
  for (let count = 0; count < 400; count += 1) {
    await page.keyboard.press('Tab')
    let step = await page.evaluate(look)
    // Once more when the browser, and then the page, have scrolled.
    if (step.covered) step = await page.evaluate(frames).then(() => page.evaluate(look))
    if (step.ended) return { covered, count }
    if (step.covered) covered.push(step.covered)
  }
  throw new Error('Tab never comes to the end of the page')
}

describe('the focus', () => {
  it.each([
    [390, 844],
    [1440, 900],
  ])('is never under the header or the help widget, nor out of the window (%i by %i)', async (width, height) => {
    const { page, close } = await browser.open({ viewport: { width, height }, reducedMotion: 'reduce' })
    for (const path of [...Object.keys(pages), '/no-such-page']) {
      await page.goto(site + path)
      await hydrated(page)
      const { covered, count } = await walk(page)
      expect(covered, path).toEqual([])
      expect(count, path).toBeGreaterThan(20)
    }
    await close()
  })
})

describe.each([
  { by: 'a mouse', options: { viewport: { width: 1280, height: 800 } } },
  { by: 'a finger', options: { viewport: { width: 390, height: 844 }, hasTouch: true } },
])('a press with $by', ({ options }) => {
  const { width, height } = options.viewport

  async function open(path: string) {
    const opened = await browser.open({ ...options, reducedMotion: 'reduce' })
    await opened.page.goto(site + path)
    await hydrated(opened.page)
    return opened
  }
  /** Presses, and waits until whatever scrolls then has scrolled. @returns by how much */
  async function press(page: Page, x: number, y: number): Promise<number> {
    const before = await page.evaluate(() => scrollY)
    await ('hasTouch' in options ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
    await page.evaluate(frames)
    return (await page.evaluate(() => scrollY)) - before
  }
  /** Brings an element so near to the lower end of the window that it just shows. @returns its middle */
  async function bringToEnd(element: Locator): Promise<[x: number, y: number]> {
    await element.evaluate((it) =>
      window.scrollBy({ top: it.getBoundingClientRect().bottom - innerHeight + 4, behavior: 'instant' }),
    )
    const box = await element.boundingBox()
    if (!box) throw new Error('not in sight')
    return [box.x + Math.min(box.width, 60) / 2, box.y + box.height / 2]
  }

  it('on plain text leaves the page where it is', async () => {
    const { page, close } = await open('/blog/seo-on-a-budget')
    for (const top of [700, 2500]) {
      await page.evaluate((place) => window.scrollTo({ top: place, behavior: 'instant' }), top)
      for (const part of [0.2, 0.5, 0.97]) expect(await press(page, width * 0.3, height * part)).toBe(0)
    }
    await close()
  })

  it('beside a form leaves the page, and what was typed, as they are', async () => {
    const { page, close } = await open('/get-started')
    const name = page.getByLabel('Full name')
    await name.fill('Ada Rivers')
    expect(await press(page, ...(await bringToEnd(page.locator('#form .lead'))))).toBe(0)
    expect(await name.inputValue()).toBe('Ada Rivers')
    await close()
  })

  it('on a control at the lower end of the window meets it', async () => {
    const { page, close } = await open('/')
    const question = page.locator('details[name=faq] summary').nth(1)
    expect(await press(page, ...(await bringToEnd(question)))).toBe(0)
    expect(await page.locator('details[name=faq]').nth(1).getAttribute('open')).toBe('')
    await close()
  })
})

it('marking text with the mouse leaves the page where it is', async () => {
  const { page, close } = await browser.open({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${site}/blog/seo-on-a-budget`)
  await hydrated(page)
  await page.evaluate(() => window.scrollTo({ top: 2500, behavior: 'instant' }))
  await page.mouse.move(400, 300)
  await page.mouse.down()
  await page.mouse.move(700, 500, { steps: 5 })
  await page.mouse.up()
  await page.evaluate(frames)
  expect(await page.evaluate(() => [String(getSelection()).length > 100, scrollY])).toEqual([true, 2500])
  await close()
})
