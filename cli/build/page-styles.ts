import type { ClientPage } from '@northshelf/site/sections/view.ts'
import { createAccentStylesheet } from '@northshelf/site/theme/tokens.ts'
import { hash } from '../cache.mjs'
import { tableClasses } from '../content/markdown/tables.ts'
import type { ClientFiles } from './client-files.ts'
import { createStyleExtractor, insertStyles } from './select-styles.ts'

interface StyledPage {
  html: string
  /** Stylesheet that the document links to and that client navigation applies. Pages with the same rules share one. */
  sheet: { file: string; css: string }
}

/** Creates a function that adds styles to documents. */
export function createPageStyler(
  client: ClientFiles,
): (html: string, page: ClientPage, accent: string | undefined) => StyledPage {
  const styler = createStyleExtractor(client.css)
  const scriptClasses = new Map<string, string[]>()
  return (html, { sections }, accent) => {
    const types = [...new Set(sections.map(({ type }) => type))].sort()
    // Always include table classes, because client navigation may load text that contains tables.
    const cached = scriptClasses.get(types.join())
    const classes = cached ?? styler.classesIn([...client.stringsOf(types), ...Object.values(tableClasses)])
    scriptClasses.set(types.join(), classes)
    const { inlined, sheet } = styler.stylesOf(html, classes)
    const file = `assets/styles/${hash(sheet)}.css`
    return {
      html: insertStyles(html, inlined + createAccentStylesheet(accent), `/${file}`),
      sheet: { file, css: sheet },
    }
  }
}
