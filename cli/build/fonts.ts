import type { FontFiles } from '../../src/layout/head.tsx'

/** The faces that a stylesheet loads, by their paths. */
export function listFonts(css: string): FontFiles {
  const all = [...css.matchAll(/url\(["']?(\/[^)"']+\.woff2)/g)].map((match) => match[1] ?? '')
  const isHeading = (font: string) => /\bbricolage\b/.test(font)
  return { heading: all.find(isHeading), others: all.filter((font) => !isHeading(font)) }
}
