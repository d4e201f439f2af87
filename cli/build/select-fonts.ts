import type { SiteView } from '@northshelf/site/sections/site-view.ts'
import type { FontFiles } from '@northshelf/site/site/render-input.ts'
import { FONT_FACE, listFontFiles } from '@northshelf/site/theme/theme.ts'

/** Removes preloads of fonts that the page's styles do not use. */
export function omitUnusedFonts(html: string, styles: string, fonts: ReturnType<typeof listFontFiles>): string {
  const rules = styles.replace(FONT_FACE, '')
  const unused = fonts.filter(({ family }) => !rules.includes(family)).map(({ file }) => file)
  return html.replace(/<link rel="preload" href="([^"]+)" as="font"[^<>]*>/g, (link, file) =>
    unused.includes(file) ? '' : link,
  )
}

/** Lists the fonts that pages load at once. In the stylesheet, fonts for headings precede the others. */
export function listFonts(css: string, theme: SiteView['theme']): FontFiles {
  const [heading, ...others] = listFontFiles(css, theme).flatMap(({ file, hasLatin }) => (hasLatin ? [file] : []))
  return { heading, others }
}

/** Finds the fonts that a site needs: those of all pages, and those with letters that occur in a text given to `add`. */
export function createFontFinder(css: string, theme: SiteView['theme']) {
  const fonts = listFontFiles(css, theme)
  const files = new Set(fonts.flatMap(({ file, letters }) => (letters ? [] : file)))
  return {
    files,
    add(text: string) {
      for (const { file, letters } of fonts) if (!files.has(file) && letters?.test(text)) files.add(file)
    },
  }
}
