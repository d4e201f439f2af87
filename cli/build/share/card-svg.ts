import type { Content } from '../../../src/collections/content.ts'
import type { ShareCard } from '../../../src/site/share.ts'
import { markShapes } from '../files/mark.ts'
import { breakLines } from './break-lines.ts'
import { color, groundColor, paint } from './palette.ts'
import type { Typeface } from './typeface.ts'

export const WIDTH = 1200
export const HEIGHT = 630
/** Words stand left of this, the drawing right of it. */
const SPLIT = 724
const EDGE = 64
const BOARD = 546
const SIZES = [76, 68, 60, 54, 48, 42]
const MOST_LINES = 5

export interface Faces {
  display: Typeface
  text: Typeface
}

/** The card of a page: mark and name, where it is, its title; a drawing beside it; all on a shelf with a barcode under it. */
export function cardSvg(card: ShareCard, site: Content['site'], { display, text }: Faces): string {
  const { lines, size } = fitTitle(card.title, display)
  const lead = Math.round(size * 1.06)
  const last = BOARD - 58
  const first = last - (lines.length - 1) * lead
  const { ground, shapes } = card.drawing
  const scale = 1.68
  const shift = SPLIT + (WIDTH - SPLIT) / 2 - 240 * scale
  const address = new URL(site.url).host
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="${color.paper}"/>`,
    `<svg x="${SPLIT}" width="${WIDTH - SPLIT}" height="${BOARD}" overflow="hidden"><path d="M0 0h${WIDTH}v${BOARD}H0z" fill="${groundColor(ground)}"/>`,
    `<g transform="translate(${shift - SPLIT} ${(BOARD - 270 * scale) / 2}) scale(${scale})">`,
    ...shapes.map(({ tone, d }) => `<path ${paint(tone, ground)} d="${d}"/>`),
    '</g></svg>',
    `<g transform="translate(${EDGE} 54) scale(${52 / site.mark.size})">${markShapes(site.mark, color.ink, color.tag)}</g>`,
    `<g fill="${color.ink}">`,
    display.draw(site.logo, 36, EDGE + 68, 96),
    ...lines.map((line, place) => display.draw(line, size, EDGE - size * 0.04, first + place * lead)),
    '</g>',
    `<g fill="${color.muted}">${text.draw(card.label, 27, EDGE, first - lead - 4)}${text.draw(address, 25, EDGE, 602)}</g>`,
    `<path d="M0 ${BOARD}h${WIDTH}v12H0z${barcode(card.image)}" fill="${color.ink}"/>`,
    '</svg>',
  ].join('')
}

/** The largest size at which a title takes few enough lines. */
function fitTitle(title: string, face: Typeface): { lines: string[]; size: number } {
  const width = SPLIT - EDGE - 48
  const tries = SIZES.map((size) => ({ size, lines: breakLines(title, width, (line) => face.measure(line, size)) }))
  const fits = tries.find(
    ({ size, lines }) =>
      lines.length <= MOST_LINES &&
      lines.length * size <= 290 &&
      lines.every((line) => face.measure(line, size) <= width),
  )
  return fits ?? { size: 42, lines: (tries.at(-1)?.lines ?? [title]).slice(0, 7) }
}

/** A barcode of its own for each page, at the right under the board. */
function barcode(text: string): string {
  let x = WIDTH - EDGE - 210
  let path = ''
  for (let place = 0; x < WIDTH - EDGE; place += 1) {
    const code = text.charCodeAt((place * 7) % text.length)
    const bar = 2 + (code % 4) * 2
    path += `M${x} 578h${bar}v32h-${bar}z`
    x += bar + 3 + (code % 3) * 2
  }
  return path
}
