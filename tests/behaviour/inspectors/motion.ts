import type { BrowserContext, Page } from 'playwright-core'

/** Notes on every page of a context what begins to move, because it may be over before anyone looks. */
export async function watchMotion(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      moved.push(this.outerHTML.slice(0, 80))
      return animate.call(this, frames, options)
    }
  })
}

/** For those who asked for less motion: what moved or moves, and what nobody can see. See `watchMotion`. */
export function moved(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...(window as unknown as { moved: string[] }).moved.map((what) => `began to move: ${what}`),
    ...document.getAnimations().map(() => 'something moves'),
    // Choices of a form are drawn by their labels.
    ...[...document.querySelectorAll('main *:not(input)')]
      .filter((element) => getComputedStyle(element).opacity === '0')
      .map((element) => `cannot be seen: ${element.outerHTML.slice(0, 80)}`),
  ])
}
