import type { FontFiles } from '@northshelf/site/site/render-input.ts'

/** The faces that a stylesheet loads, by their paths. */
export function listFonts(css: string): FontFiles {
  const all = [...css.matchAll(/url\(["']?(\/[^)"']+\.woff2)/g)].map((match) => match[1] ?? '')
  const isHeading = (font: string) => /\bbricolage\b/.test(font)
  return { heading: all.find(isHeading), others: all.filter((font) => !isHeading(font)) }
}

/**
 * The stylesheet as it is published: its faces stand in every document. Naming them a second time, when the sheet
 * comes with hydration, would make the browser lay out all text anew.
 */
export function withoutFaces(css: string): string {
  return css.replace(/@font-face\s*\{[^}]*\}/g, '')
}
