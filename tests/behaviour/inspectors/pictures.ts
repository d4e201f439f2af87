import type { Page } from 'playwright-core'

/** Pictures that do not fit their place, and words in them that are too small or run into each other. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inside = [...document.querySelectorAll('.pic-panel, .pic-panel *')].filter((node) => node.checkVisibility())
    const words = inside.filter((node) => [...node.childNodes].some((child) => child.nodeType === 3))
    const told = (what: string, nodes: Element[]) => nodes.map((node) => `${what}: ${node.textContent}`)
    const meets = (one: DOMRect, other: DOMRect) => one.left < other.right - 1 && other.left < one.right - 1
    return [
      ...told(
        'smaller than 14 px',
        words.filter((node) => Number.parseFloat(getComputedStyle(node).fontSize) < 14),
      ),
      ...told(
        'beyond the window',
        words.filter((node) => node.getBoundingClientRect().right > innerWidth),
      ),
      ...told(
        'wider than its place',
        // A marked sum hangs out of its column by less than this.
        inside.filter(
          (node) => node instanceof HTMLElement && node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 6,
        ),
      ),
      ...[...document.querySelectorAll('.pic-panel svg')].flatMap((drawing) => {
        const texts = [...drawing.querySelectorAll(':scope > text, :scope > g > text:last-of-type')]
        return told(
          'runs into the next',
          texts.filter((text, place) => {
            const next = texts[place + 1]
            return next && meets(text.getBoundingClientRect(), next.getBoundingClientRect())
          }),
        )
      }),
    ]
  })
}
