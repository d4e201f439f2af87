import type { Page } from 'playwright-core'

/** What a visitor on a phone presses to get on; links within text are as high as their line. */
const CONTROLS = [
  '.top a, .top summary',
  '.btn, button, summary, select, textarea',
  'input:not([type=hidden], [type=checkbox], [type=radio])',
  '.opts label, .dots a, .more',
].join(', ')

/**
 * Main controls that a finger may miss, with the room they have: as far as a touch beside their middle still reaches
 * them, across and down.
 * @param least in CSS pixels
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
        const room = [1, 0].map((across) => {
          let reach = 1
          for (const sign of [-1, 1])
            for (let away = 1; away <= wanted; away += 1) {
              const hit = document.elementFromPoint(x + sign * away * across, y + sign * away * (1 - across))
              if (!element.contains(hit)) break
              reach += 1
            }
          return reach
        })
        if (room.every((reach) => reach >= wanted - 1)) return []
        const name = element.textContent?.trim() || element.ariaLabel || element.getAttribute('name')
        return [`${element.localName}.${element.className} "${name?.slice(0, 30)}" has ${room.join(' × ')}`]
      }),
    [CONTROLS, least] as const,
  )
}
