import type { ClientPage } from '../sections/view.ts'

/**
 * The styles of pages that come by client navigation: all rules of the page in one sheet, which comes after those of
 * the document and so outweighs them. As sheet objects: they apply at once, and are at hand on return.
 */
export function createPageStyles() {
  const sheets = new Map<string, CSSStyleSheet>()
  return {
    /** @throws when they cannot be had */
    async load({ styles }: ClientPage): Promise<void> {
      if (!styles || sheets.has(styles)) return
      const response = await fetch(styles)
      if (!response.ok) throw new Error(`styles: status ${response.status}`)
      const sheet = new CSSStyleSheet()
      sheets.set(styles, await sheet.replace(await response.text()))
    },
    /** Those of the page that the document came with are the document's. */
    show({ styles }: ClientPage): void {
      const sheet = styles && sheets.get(styles)
      document.adoptedStyleSheets = sheet ? [sheet] : []
    },
  }
}
