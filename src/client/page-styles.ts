import type { ClientPage } from '../sections/view.ts'

/**
 * Creates the cache of stylesheets for client-side navigation. A page's styles contain all rules that the page needs
 * and override the document's stylesheets. `CSSStyleSheet` objects apply immediately and can be reused.
 */
export function createPageStyles() {
  const sheets = new Map<string, CSSStyleSheet>()
  return {
    /** Parses a page's styles. */
    async load({ styles }: ClientPage): Promise<void> {
      if (!styles || sheets.has(styles)) return
      const sheet = await new CSSStyleSheet().replace(styles)
      // Every document already has the fonts, except those for rare letters. A second declaration would make the browser
      // lay out all text again.
      for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1) {
        const rule = sheet.cssRules[index]
        if (rule instanceof CSSFontFaceRule && !rule.style.getPropertyValue('unicode-range')) sheet.deleteRule(index)
      }
      sheets.set(styles, sheet)
    },
    /** Applies the page's stylesheet. The first page has none, because its styles are in the document. */
    show({ styles }: ClientPage): void {
      const sheet = styles && sheets.get(styles)
      document.adoptedStyleSheets = sheet ? [sheet] : []
    },
  }
}
