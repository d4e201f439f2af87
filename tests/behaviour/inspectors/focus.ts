import type { Page } from 'playwright-core'

/** Where a walk with Tab has come to; stands as `walk` on its window. */
interface Walk {
  covered: string[]
  /** Elements that had the focus. */
  count: number
  ended: boolean
}

/**
 * In the page: before Tab moves the focus on, looks at what has it, until it has left the page, or the part.
 * @param within selector of the part to walk through; without it, the page
 */
function watchTabs(within: string | undefined): void {
  const walk: Walk = { covered: [], count: 0, ended: false }
  Object.assign(window, { walk })
  // Links that have the focus fetch their pages: nobody goes there.
  window.fetch = () => new Promise(() => {})
  const part = document.querySelector<HTMLElement>(within ?? 'body')
  // The first Tab moves on from the focused part. The body cannot have the focus without a tabindex.
  if (part?.tabIndex === -1) part.tabIndex = -1
  part?.focus({ preventScroll: true })
  let begun = false
  let patience: 'asked for' | 'shown' | undefined
  addEventListener('keydown', (event) => {
    const focused = document.activeElement
    if (walk.ended || (begun && (!focused || focused === part || !part?.contains(focused)))) {
      const after = focused === document.body || part?.compareDocumentPosition(focused ?? part) === 4
      if (!walk.ended && !after) walk.covered.push(`Tab leaves ${within} to ${focused?.outerHTML.slice(0, 120)}`)
      walk.ended = true
      return event.preventDefault()
    }
    const found = begun && focused ? coverOf(focused) : undefined
    if (found && patience !== 'shown') {
      // Looked at once more when the browser, and then the page, have scrolled.
      event.preventDefault()
      if (patience) return
      patience = 'asked for'
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          patience = 'shown'
        }),
      )
      return
    }
    if (found) walk.covered.push(found)
    if (begun) walk.count += 1
    begun = true
    patience = undefined
  })

  /** What lies over the focused element, or that it is out of the window. */
  function coverOf(focused: Element): string | undefined {
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
    if (there.every((element) => element === null)) return `${name} is out of the window`
    return over ? `${name} is under ${over.className}` : undefined
  }
}

/** In the page: two frames later. */
export async function frames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}

/** Number of Tab presses sent before each check for the end of the walk; a check takes as long as a press. */
const AT_ONCE = 10

/** More checks than any page needs; a walk that reaches this is stuck. */
const MOST_ROUNDS = 10_000

/** Runs in the page. Describes the focused element and whether the page is visible. */
const describeFocus = () => `${document.activeElement?.outerHTML.slice(0, 200)}, ${document.visibilityState}`

/**
 * Goes with Tab through the page or a part of it, to its end: focused elements that something floating lies over or that
 * are out of the window. It is the last that is done with a page, whose links fetch nothing any more.
 * @param within selector of the part, which can have the focus itself; without it, the page
 * @param least how many elements Tab must find there
 */
export async function coveredFocus(page: Page, within?: string, least = 1): Promise<string[]> {
  await page.evaluate(watchTabs, within)
  for (let rounds = 0; ; rounds += 1) {
    if (rounds === MOST_ROUNDS) throw new Error(`Tab stays at ${await page.evaluate(describeFocus)}`)
    await Promise.all(Array.from({ length: AT_ONCE }, () => page.keyboard.down('Tab')))
    const { covered, count, ended } = await page.evaluate(() => (window as unknown as { walk: Walk }).walk)
    if (count > 400) throw new Error('Tab never comes to the end of the page')
    if (!ended) continue
    await page.keyboard.up('Tab')
    return count >= least ? covered : [...covered, `Tab finds only ${count} elements`]
  }
}
