import type { ClientPage } from '../sections/view.ts'

/**
 * Creates the cache of stylesheets for client-side navigation. A page's stylesheet contains all rules that the page
 * needs and overrides the document's stylesheets. `CSSStyleSheet` objects apply immediately and can be reused.
 */
export function createPageStyles() {
  const sheets = new Map<string, CSSStyleSheet>()
  return {
    /** Loads a page's styles. @throws if they cannot be loaded */
    async load({ styles }: ClientPage): Promise<void> {
      if (!styles || sheets.has(styles)) return
      const response = await fetch(styles)
      if (!response.ok) throw new Error(`Stylesheet request failed with HTTP status ${response.status}`)
      const sheet = new CSSStyleSheet()
      sheets.set(styles, await sheet.replace(await response.text()))
    },
    /** Applies the page's stylesheet. The first page has none, because its styles are in the document. */
    show({ styles }: ClientPage): void {
      const sheet = styles && sheets.get(styles)
      document.adoptedStyleSheets = sheet ? [sheet] : []
    },
  }
}
