import type { Content } from '@northshelf/site/collections/content.ts'
import type { Motif } from '@northshelf/site/drawings/motif.ts'
import type { ShareCard } from '@northshelf/site/site/share.ts'
import { renderLogoMark } from '../files/mark.ts'
import { breakLines } from './break-lines.ts'
import { getBackgroundColor, getPaintAttributes, hexColors } from './palette.ts'
import type { Typeface } from './typeface.ts'

const WIDTH = 1200
const HEIGHT = 630
/** Horizontal position in pixels of the boundary between the text (left) and the drawing (right). */
const SPLIT = 724
const EDGE = 64
const BOARD = 546
const SIZES = [76, 68, 60, 54, 48, 42]
const MAX_LINES = 5

export interface Typefaces {
  display: Typeface
  text: Typeface
}

/** A part of a card: the position of its upper left corner, and a drawing with its own background. */
export interface Layer {
  x: number
  y: number
  svg: string
}

/** Draws the parts that all cards share: logo mark, name, site address and shelf (a horizontal bar). */
export function drawBackdrop(site: Content['site'], { display, text }: Typefaces): Layer {
  return layer(0, 0, WIDTH, HEIGHT, hexColors.paper, [
    `<g transform="translate(${EDGE} 54) scale(${52 / site.mark.size})">${renderLogoMark(site.mark, hexColors.ink, hexColors.tag)}</g>`,
    `<g fill="${hexColors.ink}">${display.draw(site.logo, 36, EDGE + 68, 96)}<path d="M0 ${BOARD}h${WIDTH}v12H0z"/></g>`,
    `<g fill="${hexColors.muted}">${text.draw(new URL(site.url).host, 25, EDGE, 602)}</g>`,
  ])
}

/** Draws a motif on its background. */
export function drawMotif({ ground, shapes }: Motif): Layer {
  const scale = 1.68
  const width = WIDTH - SPLIT
  const [x, y] = [SPLIT + width / 2 - 240 * scale, (BOARD - 270 * scale) / 2]
  return layer(SPLIT, 0, width, BOARD, getBackgroundColor(ground), [
    `<g transform="translate(${x} ${y}) scale(${scale})">`,
    ...shapes.map(({ tone, d }) => `<path ${getPaintAttributes(tone, ground)} d="${d}"/>`),
    '</g>',
  ])
}

/** Draws a page's label above its title. Titles end at the same height on every card. */
export function drawLabelAndTitle(card: Pick<ShareCard, 'label' | 'title'>, { display, text }: Typefaces): Layer {
  const { lines, size } = fitTitle(card.title, display)
  const lead = Math.round(size * 1.06)
  const last = BOARD - 58
  const first = last - (lines.length - 1) * lead
  const label = first - lead - 4
  const widest = Math.max(text.measure(card.label, 27), ...lines.map((line) => display.measure(line, size)))
  // Crop the layer to the text, so that it renders faster and does not overlap the drawing.
  const [left, top] = [EDGE - 10, label - 36]
  const width = Math.min(Math.ceil(widest) + 24, SPLIT - left)
  return layer(left, top, width, last + 32 - top, hexColors.paper, [
    `<g fill="${hexColors.muted}">${text.draw(card.label, 27, EDGE, label)}</g>`,
    `<g fill="${hexColors.ink}">`,
    ...lines.map((line, place) => display.draw(line, size, EDGE - size * 0.04, first + place * lead)),
    '</g>',
  ])
}

/** Returns the bars of a barcode derived from a string. The barcode is at the bottom right, below the shelf. */
export function computeBarcodeBars(text: string): { x: number; y: number; width: number; height: number }[] {
  const bars = []
  let x = WIDTH - EDGE - 210
  for (let place = 0; x < WIDTH - EDGE; place += 1) {
    const code = text.charCodeAt((place * 7) % text.length)
    const width = 2 + (code % 4) * 2
    bars.push({ x, y: 578, width, height: 32 })
    x += width + 3 + (code % 3) * 2
  }
  return bars
}

function layer(x: number, y: number, width: number, height: number, ground: string, shapes: string[]): Layer {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">`
  return {
    x,
    y,
    svg: `${open}<path d="M${x} ${y}h${width}v${height}h-${width}z" fill="${ground}"/>${shapes.join('')}</svg>`,
  }
}

/** Returns the largest font size at which a title fits, and its lines. */
function fitTitle(title: string, face: Typeface): { lines: string[]; size: number } {
  const width = SPLIT - EDGE - 48
  const candidates = SIZES.map((size) => ({
    size,
    lines: breakLines(title, width, (line) => face.measure(line, size)),
  }))
  const fits = candidates.find(
    ({ size, lines }) =>
      lines.length <= MAX_LINES &&
      lines.length * size <= 290 &&
      lines.every((line) => face.measure(line, size) <= width),
  )
  return fits ?? { size: 42, lines: (candidates.at(-1)?.lines ?? [title]).slice(0, 7) }
}
