import type { Page } from 'playwright-core'

/** Main controls on a phone. Excludes links within text, which are only as tall as their line. */
const CONTROLS = [
  '.top a, .top summary',
  '.btn, button, summary, select, textarea',
  'input:not([type=hidden], [type=checkbox], [type=radio])',
  '.opts label, .dots a, .more',
].join(', ')

/**
 * Lists main controls that are too small to tap, with the width and height of their tap area.
 * @param least minimum size in CSS pixels
 */
export function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate(
    ([controls, wanted]) =>
      [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden')) return []
        let box = element.getBoundingClientRect()
        if (box.width === 0 || (box.width >= wanted && box.height >= wanted)) return []
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        box = element.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        const size = [1, 0].map((across) => {
          let reach = 1
          for (const sign of [-1, 1])
            for (let away = 1; away <= wanted; away += 1) {
              const hit = document.elementFromPoint(x + sign * away * across, y + sign * away * (1 - across))
              if (!element.contains(hit)) break
              reach += 1
            }
          return reach
        })
        if (size.every((reach) => reach >= wanted - 1)) return []
        const name = element.textContent?.trim() || element.ariaLabel || element.getAttribute('name')
        return [`${element.localName}.${element.className} "${name?.slice(0, 30)}" has ${size.join(' × ')} px`]
      }),
    [CONTROLS, least] as const,
  )
}
