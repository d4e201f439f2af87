import type { Page } from 'playwright-core'
import { runAxe, toRemarks } from '../../../cli/audit/axe.ts'

const looks = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, height: width > 500 ? 900 : 844, colorScheme })),
)

/** Has axe look at every state of the editor that it has not seen, on a desk and on a phone, by day and by night. */
export function createLooks(isWanted: boolean) {
  const seen = new Set<string>()
  const found = new Set<string>()
  return {
    found,
    states: () => seen.size,
    /** @param name of a state that is not told by what is on the screen */
    async look(page: Page, name = ''): Promise<void> {
      if (!isWanted) return
      const state = name || (await stateOf(page))
      if (seen.has(state)) return
      seen.add(state)
      const viewport = page.viewportSize() ?? looks[0]
      for (const { colorScheme, ...size } of looks) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const { rule, message } of toRemarks(await runAxe(page, {}, 'site-editor')))
          found.add(`${size.width} ${colorScheme} ${state}: ${rule} ${message}`)
      }
      if (viewport) await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    },
  }
}

/** What kinds of things the editor shows, without what they say. */
function stateOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const all = document.querySelector('site-editor')?.shadowRoot?.querySelectorAll('*') ?? []
    const names = [...all].map((one) => {
      const type = one instanceof HTMLInputElement ? one.type : ''
      const isOff = one.matches(':disabled, [aria-disabled=true]') ? '-off' : ''
      const isWrong = one.matches('[aria-invalid=true]') ? '-wrong' : ''
      return /^(?:INPUT|SELECT|TEXTAREA|DIALOG|SECTION|OL|DETAILS|FORM)$/.test(one.tagName) || one.className
        ? `${one.tagName.toLowerCase()}${type}${typeof one.className === 'string' && one.className && `.${one.className}`}${isOff}${isWrong}`
        : ''
    })
    return [...new Set(names.filter(Boolean))].sort().join(' ')
  })
}
