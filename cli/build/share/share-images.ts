import type { Content } from '@northshelf/site/collections/content.ts'
import type { ShareCard } from '@northshelf/site/site/meta.ts'
import { hash, hashCode, openCache } from '../../cache.mjs'
import type { FileWriter } from '../output.ts'
import { encodePng, type IndexedImage, indexColors } from './indexed-image.ts'
import { computeBarcodeBars, drawBackdrop, drawLabelAndTitle, drawMotif, hexColors, type Layer } from './layers.ts'
import { loadTypeface } from './typeface.ts'

interface DrawnLayer extends IndexedImage, Pick<Layer, 'x' | 'y'> {
  /** Palette that the pixels refer to. */
  colors: readonly number[]
}

const INK = Object.keys(hexColors).indexOf('ink')
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

  return {
    async write(card: ShareCard): Promise<void> {
      const key = hash(shared, JSON.stringify(card))
      const file = card.image.slice(1)
      if (output.keep(file, key)) return
      let picture = cache.find('cards', key)
      if (!picture) {
        drawer ??= createCardRenderer(site)
        picture = await (await drawer)(card)
        cache.store('cards', key, picture)
        drawn += 1
      }
      await output.write(file, key, picture)
    },
    drawn: () => drawn,
  }
}

/** Creates a function that draws share cards as PNG. Draws the layers that all cards share only once. */
export async function createCardRenderer(site: Content['site']): Promise<(card: ShareCard) => Promise<Buffer>> {
  const { default: sharp } = await import('sharp')
  const theme = { ...hexColors, tag: site.accent ?? hexColors.tag }
  /** Every palette begins with the theme's colors, so that flat areas have exactly those colors. */
  const tokens = Object.values(theme).map((hex) => Number.parseInt(hex.slice(1), 16))
  const faces = {
    display: await loadTypeface('bricolage.woff2', 650, -0.03),
    text: await loadTypeface('hanken.woff2', 450, 0),
  }
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
    return encodePng({ ...base, pixels }, text.colors)
  }
}
