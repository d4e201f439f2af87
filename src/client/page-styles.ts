import type { ClientPage } from '../sections/view.ts'

/**
 * Creates the style cache for client navigation. One sheet holds all rules of a page; it follows the sheets of the
 * document and so overrides them. `CSSStyleSheet` objects apply at once and can be reused.
 */
export function createPageStyles() {
  const sheets = new Map<string, CSSStyleSheet>()
  return {
    /** @throws if they cannot be loaded */
    async load({ styles }: ClientPage): Promise<void> {
      if (!styles || sheets.has(styles)) return
      const response = await fetch(styles)
      if (!response.ok) throw new Error(`Stylesheet request failed with HTTP status ${response.status}`)
      const sheet = new CSSStyleSheet()
      sheets.set(styles, await sheet.replace(await response.text()))
    },
    /** Applies the sheet of the page; the first page has its styles in the document. */
    show({ styles }: ClientPage): void {
      const sheet = styles && sheets.get(styles)
      document.adoptedStyleSheets = sheet ? [sheet] : []
    },
  }
}
