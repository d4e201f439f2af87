import type { FontFiles } from '@northshelf/site/site/render-input.ts'

/** Returns the paths of the fonts that a stylesheet loads. */
export function listFonts(css: string): FontFiles {
  const all = [...css.matchAll(/url\(["']?(\/[^)"']+\.woff2)/g)].map((match) => match[1] ?? '')
  const isHeading = (font: string) => /\bbricolage\b/.test(font)
  return { heading: all.find(isHeading), others: all.filter((font) => !isHeading(font)) }
}

/**
 * Removes the `@font-face` rules from a stylesheet, because every document already inlines them. Repeating them when
 * the stylesheet is applied, just before hydration, would make the browser lay out all text again.
 */
export function removeFontFaces(css: string): string {
  return css.replace(/@font-face\s*\{[^}]*\}/g, '')
}
