import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Blob, Buffer, Face, Font, shape, Variation } from 'harfbuzzjs'
import { decompress } from 'wawoff2'
import { memoizeByText } from '../../content/memoize.ts'
import { siteRoot } from '../../packages.mjs'

/**
 * Loads one of the site's fonts as outlines, so that text in images looks the same on every machine.
 * @param tracking letter spacing as a fraction of the font size
 */
export async function loadTypeface(file: string, weight: number, tracking: number) {
  const bytes = await decompress(readFileSync(path.join(siteRoot, 'theme', 'fonts', file)))
  // Copy the bytes, because the decoder reuses its memory for the next font.
  const face = new Face(new Blob(bytes.slice()))
  const font = new Font(face)
  font.setVariations([new Variation('wght', weight)])
  const outlines = new Map<number, string>()

  const glyphs = (text: string) => {
    const buffer = new Buffer()
    buffer.addText(removeUnsupportedLetters(text, (letter) => font.nominalGlyph(letter) !== undefined))
    buffer.guessSegmentProperties()
    shape(font, buffer)
    return buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0 }) => {
      const d = outlines.get(codepoint) ?? font.glyphToPath(codepoint)
      outlines.set(codepoint, d)
      return { d, advance: xAdvance + tracking * face.upem }
    })
  }

  const widthOf = memoizeByText((word) => glyphs(word).reduce((sum, glyph) => sum + glyph.advance, 0) / face.upem)

  return {
    /** Returns the width of a line in pixels. */
    measure(text: string, size: number) {
      // Measure word by word and cache the widths, because a title is measured at many line widths and font sizes.
      const words = text.split(' ')
      return (words.reduce((sum, word) => sum + widthOf(word), 0) + (words.length - 1) * widthOf(' ') - tracking) * size
    },
    /** Returns a line as SVG outlines, with the baseline starting at (x, y). */
    draw(text: string, size: number, x: number, y: number) {
      const scale = size / face.upem
      let position = 0
      const drawn = glyphs(text).map(({ d, advance }) => {
        const start = position
        position += advance
        return d ? `<path transform="translate(${start} 0)" d="${d}"/>` : ''
      })
      return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${drawn.join('')}</g>`
    },
  }
}

export type Typeface = Awaited<ReturnType<typeof loadTypeface>>

/** Replaces each letter that the font lacks with its unaccented base letter, or removes it if there is none. */
function removeUnsupportedLetters(text: string, has: (letter: number) => boolean): string {
  const isSupported = (letter: string) => has(letter.codePointAt(0) ?? 0)
  return [...text.normalize('NFC')]
    .map((letter) => (isSupported(letter) ? letter : [...letter.normalize('NFKD')].filter(isSupported).join('')))
    .join('')
}
