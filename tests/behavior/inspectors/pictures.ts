import type { Page } from 'playwright-core'

/** Lists pictures that overflow, and text in pictures that is too small or overlaps. */
export function findPictureDefects(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inside = [...document.querySelectorAll('.pic-panel, .pic-panel *')].filter((node) => node.checkVisibility())
    const texts = inside.filter((node) => [...node.childNodes].some((child) => child.nodeType === 3))
    const describe = (what: string, nodes: Element[]) => nodes.map((node) => `${what}: ${node.textContent}`)
    const isScrolled = (node: Element | null): boolean =>
      node !== null && (/auto|scroll/.test(getComputedStyle(node).overflowX) || isScrolled(node.parentElement))
    const overlap = (a: DOMRect, b: DOMRect) => a.left < b.right - 1 && b.left < a.right - 1
    return [
      ...describe(
        'smaller than 14 px',
        texts.filter((node) => Number.parseFloat(getComputedStyle(node).fontSize) < 14),
      ),
      ...describe(
        'outside the window',
        texts.filter((node) => node.getBoundingClientRect().right > innerWidth && !isScrolled(node)),
      ),
      ...describe(
        'overflows its box',
        // Allows a highlighted amount to overflow its column by up to 6 px.
        inside.filter(
          (node) => node instanceof HTMLElement && node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 6,
        ),
      ),
      ...[...document.querySelectorAll('.pic-panel svg')].flatMap((drawing) => {
        const labels = [...drawing.querySelectorAll(':scope > text, :scope > g > text:last-of-type')]
        return describe(
          'overlaps the next',
          labels.filter((label, index) => {
            const next = labels[index + 1]
            return next && overlap(label.getBoundingClientRect(), next.getBoundingClientRect())
          }),
        )
      }),
    ]
  })
}
