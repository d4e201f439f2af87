import type { Content } from '@northshelf/site/collections/content.ts'
import type { ShareCard } from '@northshelf/site/site/meta.ts'
import { hash, hashCode, openCache } from '../../cache.mjs'
import type { FileWriter } from '../output.ts'
import { encodePng, type IndexedImage, indexColors } from './indexed-image.ts'
import { computeBarcodeBars, drawBackdrop, drawLabelAndTitle, drawMotif, hexColors, type Layer } from './layers.ts'
import { type FontFiles, loadTypeface } from './typeface.ts'

interface DrawnLayer extends IndexedImage, Pick<Layer, 'x' | 'y'> {
  /** Palette that the pixels refer to. */
  colors: readonly number[]
}

/** A letter that a card does not show because no font has it. */
export interface MissingLetter {
  /** Path of the card. */
  image: string
  letter: string
}

interface DrawnCard {
  png: Buffer
  missing: MissingLetter[]
}

const INK = Object.keys(hexColors).indexOf('ink')
const DISPLAY: FontFiles = {
  family: 'bricolage-grotesque',
  parts: ['latin-standard', 'latin-ext-standard', 'vietnamese-standard'],
  axes: { wght: 650, opsz: 36, wdth: 100 },
  weight: 700,
  tracking: -0.03,
}
const TEXT: FontFiles = {
  family: 'hanken-grotesk',
  parts: ['latin-wght', 'latin-ext-wght', 'vietnamese-wght'],
  axes: { wght: 450 },
  weight: 400,
  tracking: 0,
}
/** Maximum number of cached drawings. Each takes 250 kB, and every page may have its own drawing. */
const MAX_PICTURES = 100

/**
 * Creates a writer for share images, which other sites show next to links. Caches drawn cards by content, so that all
 * output folders share them.
 */
export function createShareImageWriter(site: Content['site'], output: FileWriter) {
  const cache = openCache()
  const shared = JSON.stringify([hashCode(), site.mark, site.logo, site.url, site.accent])
  let drawer: ReturnType<typeof createCardRenderer> | undefined
  let drawn = 0
  const missing: MissingLetter[] = []

  return {
    async write(card: ShareCard): Promise<void> {
      const key = hash(shared, JSON.stringify(card))
      const file = card.image.slice(1)
      if (output.keep(file, key)) return
      let picture = cache.find('cards', key)
      if (!picture) {
        drawer ??= createCardRenderer(site)
        const result = await (await drawer)(card)
        picture = result.png
        missing.push(...result.missing)
        cache.store('cards', key, picture)
        drawn += 1
      }
      await output.write(file, key, picture)
    },
    drawn: () => drawn,
    /** Returns the letters that the drawn cards lack; cached cards are not drawn again. */
    listMissingLetters: (): readonly MissingLetter[] => missing,
  }
}

/** Creates a function that draws share cards. Draws the layers that all cards share only once. */
export async function createCardRenderer(site: Content['site']): Promise<(card: ShareCard) => Promise<DrawnCard>> {
  const { default: sharp } = await import('sharp')
  const theme = { ...hexColors, tag: site.accent ?? hexColors.tag }
  /** Every palette begins with the theme's colors, so that flat areas have exactly those colors. */
  const tokens = Object.values(theme).map((hex) => Number.parseInt(hex.slice(1), 16))
  const faces = { display: await loadTypeface(DISPLAY), text: await loadTypeface(TEXT) }
  /** @param palette colors that the layer's palette must begin with, so that they keep their indices */
  const draw = async ({ svg, x, y }: Layer, palette: readonly number[]): Promise<DrawnLayer> => {
    const { data, info } = await sharp(Buffer.from(svg.replaceAll(hexColors.tag, theme.tag)))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colors = [...palette]
    return { ...indexColors(data, info.width, info.height, colors), x, y, colors }
  }
  const base = await draw(drawBackdrop(site, faces), tokens)
  const pictures = new Map<string, Promise<DrawnLayer>>()
  const drawPicture = (drawing: ShareCard['drawing']) => {
    const key = JSON.stringify(drawing)
    const drawn = pictures.get(key) ?? draw(drawMotif(drawing), base.colors)
    pictures.set(key, drawn)
    for (const oldest of pictures.keys()) if (pictures.size > MAX_PICTURES) pictures.delete(oldest)
    return drawn
  }

  const pixels = new Uint8Array(base.pixels.length)
  const startOf = (x: number, y: number) => y * base.width + x
  return async (card) => {
    const drawing = await drawPicture(card.drawing)
    const text = await draw(drawLabelAndTitle(card, faces), drawing.colors)
    // Do not use `await` below this line, because all cards are composed in the same buffer.
    pixels.set(base.pixels)
    for (const { x, y, width, height, pixels: source } of [drawing, text])
      for (let row = 0; row < height; row += 1)
        pixels.set(source.subarray(row * width, (row + 1) * width), startOf(x, y + row))
    for (const { x, y, width, height } of computeBarcodeBars(card.image))
      for (let row = y; row < y + height; row += 1) pixels.fill(INK, startOf(x, row), startOf(x + width, row))
    const { label, title, image } = card
    const missing = [...faces.text.listMissingLetters(label), ...faces.display.listMissingLetters(title)]
    return { png: encodePng({ ...base, pixels }, text.colors), missing: missing.map((letter) => ({ image, letter })) }
  }
}
