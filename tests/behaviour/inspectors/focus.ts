import type { Page } from 'playwright-core'

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
export async function frames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}

/** Goes through the page with Tab, to its end: focused elements that something floating lies over or that are out of the window. */
export async function coveredFocus(page: Page): Promise<string[]> {
  const covered: string[] = []
  for (let count = 0; count < 400; count += 1) {
    await page.keyboard.down('Tab')
    let step = await page.evaluate(look)
    // Once more when the browser, and then the page, have scrolled.
    if (step.covered) step = await page.evaluate(frames).then(() => page.evaluate(look))
    if (step.ended) {
      await page.keyboard.up('Tab')
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      return count > 20 ? covered : [...covered, `Tab finds only ${count} elements`]
    }
    if (step.covered) covered.push(step.covered)
  }
  throw new Error('Tab never comes to the end of the page')
}
