import type { BrowserContext, Page } from 'playwright-core'

/** Records animations on every page of a context, because they may end before the page is inspected. */
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

/** Lists animations and invisible elements. With reduced motion, a page must have neither. Requires `watchMotion`. */
export function moved(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...(window as unknown as { moved: string[] }).moved.map((what) => `was animated: ${what}`),
    ...document.getAnimations().map(() => 'an animation is running'),
    // Ignores inputs, because radio buttons and checkboxes are transparent; their labels draw the visible controls.
    ...[...document.querySelectorAll('main *:not(input)')]
      .filter((element) => getComputedStyle(element).opacity === '0')
      .map((element) => `is invisible: ${element.outerHTML.slice(0, 80)}`),
  ])
}
