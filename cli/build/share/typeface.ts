import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Blob, Buffer, Face, Font, type SvgPathCommand, shape, Variation } from 'harfbuzzjs'
import { decompress } from 'wawoff2'
import { memoizeByText } from '../../content/memoize.ts'
import { cliRoot, siteRoot } from '../../packages.mjs'

/** The variable fonts of one family: one file for each script, such as Latin or Vietnamese. */
export interface FontFiles {
  /** File of each part, within the package `family`, and the values of its axes. */
  family: string
  parts: readonly string[]
  axes: Record<string, number>
  /** Letter spacing as a fraction of the font size. */
  tracking: number
}

/** Scripts that the families lack. Arimo has the same weights. */
const FALLBACK_SCRIPTS = ['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']

const { resolve } = createRequire(path.join(cliRoot, 'package.json'))

/**
 * Loads whole fonts as outlines, so that text in images looks the same on every machine.
 * @param stack font stack of a theme; its first font is used for all letters that it contains
 */
export async function loadTypeface({ family, parts, axes, tracking }: FontFiles, stack?: string) {
  const fonts: LoadedFont[] = []
  const files = [
    ...parts.map((part) => [family, part]),
    ...FALLBACK_SCRIPTS.map((script) => ['arimo', `${script}-wght`]),
  ]
  const [, own] = stack?.toLowerCase().split('"') ?? []
  for (const part of own ? ['', '-accents', '-extended'] : [])
    fonts.push(await loadFont(path.join(siteRoot, 'theme', 'fonts', `${own}${part}.woff2`), axes))
  // Load one font after another, because the decoder reuses its memory.
  for (const [name, part] of files)
    fonts.push(await loadFont(`@fontsource-variable/${name}/files/${name}-${part}-normal.woff2`, axes))
  const fontOf = memoizeByText((letter) => fonts.find((font) => font.has(letter)))

  const glyphs = (text: string) =>
    splitByFont(replaceMissingLetters(text, fontOf), fontOf).flatMap(({ font, text }) =>
      font.shape(text).map(({ d, advance, scale }) => ({ d, advance: advance + tracking, scale })),
    )

  const widthOf = memoizeByText((word) => glyphs(word).reduce((sum, { advance }) => sum + advance, 0))

  return {
    /** Returns the letters that no font has, and that are drawn without their accent or not at all. */
    listMissingLetters: (text: string) => [...new Set(text.normalize('NFC'))].filter((letter) => !fontOf(letter)),
    /** Returns the width of a line in pixels. */
    measure(text: string, size: number) {
      // Measure word by word and cache the widths, because a title is measured at many line widths and font sizes.
      const words = text.split(' ')
      return (words.reduce((sum, word) => sum + widthOf(word), 0) + (words.length - 1) * widthOf(' ') - tracking) * size
    },
    /** Returns a line as SVG outlines, with the baseline starting at (x, y). */
    draw(text: string, size: number, x: number, y: number) {
      let position = 0
      const drawn = glyphs(text).map(({ d, advance, scale }) => {
        const start = position
        position += advance
        return d ? `<path transform="translate(${start} 0) scale(${scale} ${-scale})" d="${d}"/>` : ''
      })
      return `<g transform="translate(${x} ${y}) scale(${size})">${drawn.join('')}</g>`
    },
  }
}

export type Typeface = Awaited<ReturnType<typeof loadTypeface>>

async function loadFont(file: string, axes: Record<string, number>) {
  const bytes = await decompress(readFileSync(resolve(file)))
  const face = new Face(new Blob(bytes.slice()))
  const font = new Font(face)
  font.setVariations(Object.entries(axes).map(([axis, value]) => new Variation(axis, value)))
  const outlines = new Map<number, string>()
  return {
    has: (letter: string) => font.nominalGlyph(letter.codePointAt(0) ?? 0) !== undefined,
    /** Returns the outline of each glyph in font units, and its advance as a fraction of the font size. */
    shape(text: string) {
      const buffer = new Buffer()
      buffer.addText(text)
      buffer.guessSegmentProperties()
      shape(font, buffer)
      return buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0 }) => {
        const d = outlines.get(codepoint) ?? formatOutline(font.glyphToJson(codepoint))
        outlines.set(codepoint, d)
        return { d, advance: xAdvance / face.upem, scale: 1 / face.upem }
      })
    },
  }
}

/** Formats an outline in whole font units, which are far smaller than a pixel: short paths are drawn faster. */
function formatOutline(commands: SvgPathCommand[]): string {
  return commands.map(({ type, values }) => type + values.map(Math.round).join(' ')).join('')
}

type LoadedFont = Awaited<ReturnType<typeof loadFont>>

/** Replaces each letter that all fonts lack with its unaccented base letter, or removes it if there is none. */
function replaceMissingLetters(text: string, fontOf: (letter: string) => LoadedFont | undefined): string {
  return [...text.normalize('NFC')]
    .map((letter) => (fontOf(letter) ? letter : [...letter.normalize('NFKD')].filter(fontOf).join('')))
    .join('')
}

/** Splits text into runs of letters that are drawn with the same font. */
function splitByFont(text: string, fontOf: (letter: string) => LoadedFont | undefined) {
  const runs: { font: LoadedFont; text: string }[] = []
  for (const letter of text) {
    const font = fontOf(letter)
    const last = runs.at(-1)
    if (last && (font === undefined || font === last.font)) last.text += letter
    else if (font) runs.push({ font, text: letter })
  }
  return runs
}
