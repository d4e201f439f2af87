import type { Content } from '@northshelf/site/collections/content.ts'
import { motifs } from '@northshelf/site/drawings/covers/motifs.ts'
import type { CoverBackground, CoverTone, Motif, Shape } from '@northshelf/site/drawings/motif.ts'
import { parseValidUrl } from '@northshelf/site/schema/parse-url.ts'
import type { ShareCard } from '@northshelf/site/site/meta.ts'
import type { Theme } from '@northshelf/site/theme/theme.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'
import { renderLogoMark } from '../images.ts'
import type { Typeface } from './typeface.ts'

/** The theme's colors as hex, because the image renderer does not support oklch. */
export const hexColors = {
  ink: getHexColor('on-tag'),
  muted: getHexColor('muted'),
  tag: getHexColor('tag'),
  paper: getHexColor('p-paper'),
  cobalt: getHexColor('p-cobalt'),
  night: getHexColor('p-night'),
  pale: getHexColor('p-pale'),
  sky: getHexColor('p-sky'),
}

const prints: Record<CoverBackground, Record<'ground' | 'figure' | 'accent' | 'own', string>> = {
  paper: { ground: hexColors.pale, figure: hexColors.ink, accent: hexColors.tag, own: hexColors.cobalt },
  tag: { ground: hexColors.tag, figure: hexColors.ink, accent: hexColors.paper, own: hexColors.cobalt },
  cobalt: { ground: hexColors.cobalt, figure: hexColors.paper, accent: hexColors.tag, own: hexColors.ink },
  night: { ground: hexColors.night, figure: hexColors.paper, accent: hexColors.tag, own: hexColors.sky },
}

export const getBackgroundColor = (ground: CoverBackground) => prints[ground].ground

const WIDTH = 1200
const HEIGHT = 630
/** Horizontal position in pixels of the boundary between the text (left) and the drawing (right). */
const SPLIT = 724
const EDGE = 64
const BOARD = 546
const SIZES = [76, 68, 60, 54, 48, 42]
const MAX_LINES = 5

type Typefaces = Record<'display' | 'text', Typeface>
type CardLook = { theme: Theme; mark: Content['site']['mark'] }

/** Returns a card as an SVG document. @param backdrop the parts that all cards share */
export function drawCard(card: ShareCard, backdrop: string, faces: Typefaces, { theme, mark }: CardLook): string {
  const { drawings } = theme
  const { ground, shapes } = card.drawing
  // Neutral themes omit the hole and the print of price tags.
  const isShown = ({ tone }: Shape) => drawings === 'shelf' || !['knock', 'ink'].includes(tone)
  // Cards without a drawing show the logo mark, or a price tag.
  const replacement = drawings === 'neutral' ? drawMark(mark, ground) : drawMotif({ ground, shapes: motifs.tag.shapes })
  const drawing = shapes.length > 0 ? drawMotif({ ground, shapes: shapes.filter(isShown) }) : replacement
  const parts = [backdrop, drawing, drawLabelAndTitle(card, faces), drawings === 'shelf' && drawBarcode(card.image)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${parts.filter(Boolean).join('')}</svg>`
}

/** Draws the parts that all cards share: logo mark, name, site address and a horizontal bar. */
export function drawBackdrop(
  site: Pick<Content['site'], 'mark' | 'logo' | 'url'>,
  { display, text }: Typefaces,
): string {
  return layer(0, 0, WIDTH, HEIGHT, hexColors.paper, [
    `<g transform="translate(${EDGE} 54) scale(${52 / site.mark.size})">${renderLogoMark(site.mark, hexColors.ink, hexColors.tag)}</g>`,
    `<g fill="${hexColors.ink}">${display.draw(site.logo, 36, EDGE + 68, 96)}<path d="M0 ${BOARD}h${WIDTH}v12H0z"/></g>`,
    `<g fill="${hexColors.muted}">${text.draw(parseValidUrl(site.url).host, 25, EDGE, 602)}</g>`,
  ])
}

function drawMark(mark: CardLook['mark'], ground: CoverBackground): string {
  const { ground: color, figure, accent } = prints[ground]
  const size = 220
  const x = SPLIT + (WIDTH - SPLIT - size) / 2
  const paths = renderLogoMark(mark, figure, accent)
  const scaled = `<g transform="translate(${x} ${(BOARD - size) / 2}) scale(${size / mark.size})">${paths}</g>`
  return layer(SPLIT, 0, WIDTH - SPLIT, BOARD, color, [scaled])
}

function drawMotif({ ground, shapes }: Motif): string {
  const scale = 1.68
  const width = WIDTH - SPLIT
  const x = SPLIT + width / 2 - 240 * scale
  const y = (BOARD - 270 * scale) / 2
  return layer(SPLIT, 0, width, BOARD, getBackgroundColor(ground), [
    `<g transform="translate(${x} ${y}) scale(${scale})">`,
    ...shapes.map(({ tone, d }) => `<path ${getPaintAttributes(tone, ground)} d="${d}"/>`),
    '</g>',
  ])
}

/** Draws a page's label above its title. Titles end at the same height on every card. */
function drawLabelAndTitle(card: Pick<ShareCard, 'label' | 'title'>, { display, text }: Typefaces): string {
  const { lines, size } = fitTitle(card.title, display)
  const lead = Math.round(size * 1.06)
  const last = BOARD - 58
  const first = last - (lines.length - 1) * lead
  const label = first - lead - 4
  const widest = Math.max(text.measure(card.label, 27), ...lines.map((line) => display.measure(line, size)))
  // Crop the layer, so that a long word does not overlap the drawing.
  const left = EDGE - 10
  const top = label - 36
  const width = Math.min(Math.ceil(widest) + 24, SPLIT - left)
  return layer(left, top, width, last + 32 - top, hexColors.paper, [
    `<g fill="${hexColors.muted}">${text.draw(card.label, 27, EDGE, label)}</g>`,
    `<g fill="${hexColors.ink}">`,
    ...lines.map((line, place) => display.draw(line, size, EDGE - size * 0.04, first + place * lead)),
    '</g>',
  ])
}

/** Draws a barcode derived from a string at the bottom right, below the bar. */
function drawBarcode(text: string): string {
  let bars = ''
  let x = WIDTH - EDGE - 210
  for (let place = 0; x < WIDTH - EDGE; place += 1) {
    const code = text.charCodeAt((place * 7) % text.length)
    const width = 2 + (code % 4) * 2
    bars += `M${x} 578h${width}v32h-${width}z`
    x += width + 3 + (code % 3) * 2
  }
  return `<path fill="${hexColors.ink}" d="${bars}"/>`
}

function getPaintAttributes(tone: CoverTone, ground: CoverBackground): string {
  const { figure, accent, own, ground: knock } = prints[ground]
  if (tone === 'line') return `fill="none" stroke="${figure}" stroke-width="2"`
  if (tone === 'gap') return `fill="none" stroke="${figure}" stroke-dasharray="4 4" opacity=".75"`
  const fills = { figure, accent, own, knock, ink: hexColors.ink }
  return `fill="${fills[tone]}"`
}

/** Draws shapes on a background, cropped to a rectangle. */
function layer(x: number, y: number, width: number, height: number, ground: string, shapes: string[]): string {
  const box = `x="${x}" y="${y}" width="${width}" height="${height}"`
  return `<svg ${box} viewBox="${x} ${y} ${width} ${height}"><rect ${box} fill="${ground}"/>${shapes.join('')}</svg>`
}

/** Returns the largest font size at which a title fits, and its lines. */
function fitTitle(title: string, face: Typeface): { lines: string[]; size: number } {
  const width = SPLIT - EDGE - 48
  let lines: string[] = []
  for (const size of SIZES) {
    const fits = (line: string) => face.measure(line, size) <= width
    lines = breakLines(title, width, (line) => face.measure(line, size))
    if (lines.length <= MAX_LINES && lines.length * size <= 290 && lines.every(fits)) return { lines, size }
  }
  return { lines: lines.slice(0, 7), size: 42 }
}

/** Breaks text into the fewest lines that fit, nearly equal in length, so that no line is a single word. */
export function breakLines(text: string, width: number, measure: (line: string) => number): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const fill = (limit: number) => {
    const lines: string[] = []
    for (const word of words) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
      if (lines.length > 0 && measure(longer) <= limit) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }
  const fewest = fill(width)
  for (let limit = width * 0.6; limit < width; limit += width * 0.05) {
    const lines = fill(limit)
    if (lines.length === fewest.length) return lines
  }
  return fewest
}
