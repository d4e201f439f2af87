import type { Page } from 'playwright-core'
import { runAxe, toPageFindings } from '../../../cli/audit/axe.ts'

const looks = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, height: width > 500 ? 900 : 844, colorScheme })),
)

/** Creates an axe runner that checks each editor state once, at desktop and phone width, in light and dark mode. */
export function createLooks(isEnabled: boolean) {
  const seen = new Set<string>()
  const found = new Set<string>()
  return {
    found,
    states: () => seen.size,
    /** @param name name of the state, if the visible elements do not identify it */
    async look(page: Page, name = ''): Promise<void> {
      if (!isEnabled) return
      const state = name || (await stateOf(page))
      if (seen.has(state)) return
      seen.add(state)
      const viewport = page.viewportSize() ?? looks[0]
      for (const { colorScheme, ...size } of looks) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const { rule, message } of toPageFindings(await runAxe(page, {}, 'site-editor')))
          found.add(`${size.width} ${colorScheme} ${state}: ${rule} ${message}`)
      }
      if (viewport) await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    },
  }
}

/** Identifies the editor's state by the types and classes of its elements, without their text. */
function stateOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const all = document.querySelector('site-editor')?.shadowRoot?.querySelectorAll('*') ?? []
    const names = [...all].map((element) => {
      const { tagName, className } = element
      const type = element instanceof HTMLInputElement ? element.type : ''
      const disabled = element.matches(':disabled, [aria-disabled=true]') ? '-disabled' : ''
      const invalid = element.matches('[aria-invalid=true]') ? '-invalid' : ''
      return /^(?:INPUT|SELECT|TEXTAREA|DIALOG|SECTION|OL|DETAILS|FORM)$/.test(tagName) || className
        ? `${tagName.toLowerCase()}${type}${typeof className === 'string' && className && `.${className}`}${disabled}${invalid}`
        : ''
    })
    return [...new Set(names.filter(Boolean))].sort().join(' ')
  })
}
