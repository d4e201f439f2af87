import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Blob, Buffer, Face, Font, shape, Variation } from 'harfbuzzjs'
import { decompress } from 'wawoff2'
import { projectRoot } from '../../paths.ts'

export interface Typeface {
  /** Width of a line in pixels. */
  measure(text: string, size: number): number
  /** A line as SVG outlines, its baseline starting at x and y. */
  draw(text: string, size: number, x: number, y: number): string
}

interface Glyph {
  d: string
  advance: number
}

/**
 * A face of the site as outlines, so that a picture with text looks the same on every machine.
 * @param tracking space between letters, in parts of the size
 */
export async function loadTypeface(file: string, weight: number, tracking: number): Promise<Typeface> {
  const bytes = await decompress(readFileSync(path.join(projectRoot, 'src', 'theme', 'fonts', file)))
  // A copy: what the decoder returns is its own memory, which the next font overwrites.
  const face = new Face(new Blob(bytes.slice()))
  const font = new Font(face)
  font.setVariations([new Variation('wght', weight)])
  const outlines = new Map<number, string>()

  const glyphs = (text: string): Glyph[] => {
    const buffer = new Buffer()
    buffer.addText(spell(text, (letter) => font.nominalGlyph(letter) !== undefined))
    buffer.guessSegmentProperties()
    shape(font, buffer)
    return buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0 }) => {
      const d = outlines.get(codepoint) ?? font.glyphToPath(codepoint)
      outlines.set(codepoint, d)
      return { d, advance: xAdvance + tracking * face.upem }
    })
  }

  const widths = new Map<string, number>()
  const widthOf = (word: string) => {
    const known = widths.get(word)
    if (known !== undefined) return known
    const width = glyphs(word).reduce((sum, glyph) => sum + glyph.advance, 0) / face.upem
    widths.set(word, width)
    return width
  }

  return {
    // Word by word, because a title is tried at many widths and sizes.
    measure(text, size) {
      const words = text.split(' ')
      return (words.reduce((sum, word) => sum + widthOf(word), 0) + (words.length - 1) * widthOf(' ') - tracking) * size
    },
    draw(text, size, x, y) {
      const scale = size / face.upem
      let at = 0
      const drawn = glyphs(text).map(({ d, advance }) => {
        const start = at
        at += advance
        return d ? `<path transform="translate(${start} 0)" d="${d}"/>` : ''
      })
      return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${drawn.join('')}</g>`
    },
  }
}

/** Text in letters that the face has: an accent that it lacks falls away, and so does a letter without a likeness. */
function spell(text: string, has: (letter: number) => boolean): string {
  const known = (letter: string) => has(letter.codePointAt(0) ?? 0)
  return [...text.normalize('NFC')]
    .map((letter) => (known(letter) ? letter : [...letter.normalize('NFKD')].filter(known).join('')))
    .join('')
}
