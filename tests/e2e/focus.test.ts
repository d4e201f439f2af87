import type { Page } from 'playwright-core'
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
  const spots = [
    [box.left + box.width / 2, box.top + box.height / 2],
    [box.left + inset, box.top + inset],
    [box.right - inset, box.bottom - inset],
  ] as const
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
