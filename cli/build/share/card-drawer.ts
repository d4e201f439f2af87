import type { Content } from '@northshelf/site/collections/content.ts'
import type { ShareCard } from '@northshelf/site/site/share.ts'
import { encodePng } from './encode-png.ts'
import { type Indexed, indexColors } from './index-colors.ts'
import { backdrop, barcode, type Layer, picture, words } from './layers.ts'
import { color } from './palette.ts'
import { loadTypeface } from './typeface.ts'

interface DrawnLayer extends Indexed, Pick<Layer, 'x' | 'y'> {
  /** What the indices of its pixels mean. */
  colors: readonly number[]
}

const INK = Object.keys(color).indexOf('ink')
/** A site has as many drawings as pages at worst; each takes a quarter of a megabyte. */
const MOST_PICTURES = 100

/** Draws cards as PNG. What cards have in common is drawn once; only words and barcode are a card's own. */
export async function createCardDrawer(site: Content['site']): Promise<(card: ShareCard) => Promise<Buffer>> {
  const { default: sharp } = await import('sharp')
  const own = { ...color, tag: site.accent ?? color.tag }
  /** Every card has the colours of the tokens first, so that flat areas have exactly these. */
  const tokens = Object.values(own).map((hex) => Number.parseInt(hex.slice(1), 16))
  const faces = {
    display: await loadTypeface('bricolage.woff2', 650, -0.03),
    text: await loadTypeface('hanken.woff2', 450, 0),
  }
  /** @param known colours of what it will stand beside, which keep their indices */
  const draw = async ({ svg, x, y }: Layer, known: readonly number[]): Promise<DrawnLayer> => {
    const { data, info } = await sharp(Buffer.from(svg.replaceAll(color.tag, own.tag)))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colors = [...known]
    return { ...indexColors(data, info.width, info.height, colors), x, y, colors }
  }
  const base = await draw(backdrop(site, faces), tokens)
  const pictures = new Map<string, Promise<DrawnLayer>>()
  const drawPicture = (drawing: ShareCard['drawing']) => {
    const key = JSON.stringify(drawing)
    const drawn = pictures.get(key) ?? draw(picture(drawing), base.colors)
    pictures.set(key, drawn)
    for (const oldest of pictures.keys()) if (pictures.size > MOST_PICTURES) pictures.delete(oldest)
    return drawn
  }

  const pixels = new Uint8Array(base.pixels.length)
  const startOf = (x: number, y: number) => y * base.width + x
  return async (card) => {
    const beside = await drawPicture(card.drawing)
    const text = await draw(words(card, faces), beside.colors)
    // From here on nothing waits: the next card is put together on the same pixels.
    pixels.set(base.pixels)
    for (const { x, y, width, height, pixels: own } of [beside, text])
      for (let row = 0; row < height; row += 1)
        pixels.set(own.subarray(row * width, (row + 1) * width), startOf(x, y + row))
    for (const { x, y, width, height } of barcode(card.image))
      for (let row = y; row < y + height; row += 1) pixels.fill(INK, startOf(x, row), startOf(x + width, row))
    return encodePng({ ...base, pixels }, text.colors)
  }
}
