import type { Page } from 'playwright-core'

/** Progress of tabbing through a page, stored as `window.walk`. */
interface Walk {
  /** Messages about covered or invisible elements. */
  covered: string[]
  /** Number of elements that received the focus. */
  count: number
  ended: boolean
}

/**
 * Runs in the page. Inspects the focused element before each Tab press, until the focus leaves the inspected part of
 * the page.
 * @param within selector of the inspected part; by default the page
 */
function watchTabs(within: string | undefined): void {
  const walk: Walk = { covered: [], count: 0, ended: false }
  Object.assign(window, { walk })
  // Prevents focused links from prefetching their pages.
  window.fetch = () => new Promise(() => {})
  const part = document.querySelector<HTMLElement>(within ?? 'body')
  // Focuses the inspected part, so that Tab starts there. Elements such as the body need a tabindex to be focusable.
  if (part?.tabIndex === -1) part.tabIndex = -1
  part?.focus({ preventScroll: true })
  let started = false
  let recheck: 'scheduled' | 'due' | undefined
  addEventListener('keydown', (event) => {
    const focused = document.activeElement
    if (walk.ended || (started && (!focused || focused === part || !part?.contains(focused)))) {
      const after = focused === document.body || part?.compareDocumentPosition(focused ?? part) === 4
      if (!walk.ended && !after) walk.covered.push(`Tab leaves ${within} for ${focused?.outerHTML.slice(0, 120)}`)
      walk.ended = true
      return event.preventDefault()
    }
    const problem = started && focused ? findCover(focused) : undefined
    if (problem && recheck !== 'due') {
      // Checks again after two frames, because the browser may still be scrolling, and the page's script may scroll
      // afterwards.
      event.preventDefault()
      if (recheck) return
      recheck = 'scheduled'
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          recheck = 'due'
        }),
      )
      return
    }
    if (problem) walk.covered.push(problem)
    if (started) walk.count += 1
    started = true
    recheck = undefined
  })

  /** Returns a message if the focused element is covered or outside the window. */
  function findCover(focused: Element): string | undefined {
    // Measures the label of a radio button or checkbox, because the input itself is invisible.
    const drawn = (focused.matches('[type=radio], [type=checkbox]') && focused.closest('label')) || focused
    const box = drawn.getClientRects()[0] ?? drawn.getBoundingClientRect()
    const inset = 3
    const middle = [box.left + box.width / 2, box.top + box.height / 2] as const
    const corners = [
      [box.left + inset, box.top + inset],
      [box.right - inset, box.bottom - inset],
    ] as const
    // Checks only the middle of elements that are taller than the window, because they are never entirely visible.
    const points = box.height > innerHeight ? [middle] : [middle, ...corners]
    const floats = 'header.top, .consent-bar, .help, .floating'
    const hits = points.map(([x, y]) => document.elementFromPoint(x, y))
    const cover = hits.map((element) => element?.closest(floats)).find((float) => float && !float.contains(focused))
    const name = focused.outerHTML.slice(0, 120)
    if (hits.every((element) => element === null)) return `${name} is outside the window`
    return cover ? `${name} is covered by ${cover.className}` : undefined
  }
}

/** Number of Tab presses between checks for the end of the page, because each check takes as long as a press. */
const PRESSES_PER_CHECK = 10

/** Maximum number of checks before the test concludes that the focus is stuck. */
const MAX_CHECKS = 10_000

/** Runs in the page. Describes the focused element and whether the page is visible. */
const describeFocus = () => `${document.activeElement?.outerHTML.slice(0, 200)}, ${document.visibilityState}`

/**
 * Tabs through the page or a part of it, and lists focused elements that are outside the window or covered by a
 * floating element. Must be the last inspection of a page, because it disables `fetch`.
 * @param within selector of the part; by default the page
 * @param least minimum number of elements that Tab must reach
 */
export async function coveredFocus(page: Page, within?: string, least = 1): Promise<string[]> {
  await page.evaluate(watchTabs, within)
  for (let checks = 0; ; checks += 1) {
    if (checks === MAX_CHECKS) throw new Error(`Tab stays at ${await page.evaluate(describeFocus)}`)
    await Promise.all(Array.from({ length: PRESSES_PER_CHECK }, () => page.keyboard.down('Tab')))
    const { covered, count, ended } = await page.evaluate(() => (window as unknown as { walk: Walk }).walk)
    if (count > 400) throw new Error('Tab does not reach the end of the page')
    if (!ended) continue
    await page.keyboard.up('Tab')
    return count >= least ? covered : [...covered, `Tab reaches only ${count} elements`]
  }
}
