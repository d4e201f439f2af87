import type { Content } from '@northshelf/site/collections/content.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'
import { hash } from '../../cache.mjs'
import type { FileWriter } from '../output.ts'
import { renderLogoMark } from './mark.ts'

const [INK, PAPER] = [getHexColor('ink'), getHexColor('paper')]

interface Canvas {
  file: string
  width: number
  height: number
  /** Height of the mark as a fraction of the canvas. */
  mark: number
  background: string
}

/** Raster icons of the logo mark. Those with a background keep the mark inside the safe zone of maskable icons. */
const canvases: Canvas[] = [
  // No page links to this file, but feed readers, search engines and browsers without support for SVG icons request it.
  { file: 'favicon.ico', width: 32, height: 32, mark: 0.88, background: 'none' },
  { file: 'apple-touch-icon.png', width: 180, height: 180, mark: 0.56, background: PAPER },
  { file: 'icon-192.png', width: 192, height: 192, mark: 0.56, background: PAPER },
  { file: 'icon-512.png', width: 512, height: 512, mark: 0.56, background: PAPER },
]

/** Draws and writes all icons from the mark in site.yaml. */
export async function writeIcons(content: Content, output: FileWriter): Promise<void> {
  const { mark, accent = getHexColor('tag') } = content.site
  await output.put('favicon.svg', faviconSvg(mark, accent))
  for (const canvas of canvases) {
    const svg = canvasSvg(mark, accent, canvas)
    const key = hash(svg)
    if (output.keep(canvas.file, key)) continue
    const { default: sharp } = await import('sharp')
    const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
    await output.write(canvas.file, key, canvas.file.endsWith('.ico') ? inIco(png, canvas) : png)
  }
}

type Mark = Content['site']['mark']

/** Returns an SVG icon that adapts to the browser's color scheme. */
function faviconSvg(mark: Mark, accent: string): string {
  const ink = 'currentColor'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mark.size} ${mark.size}"><style>svg{color:${INK}}@media(prefers-color-scheme:dark){svg{color:${PAPER}}}</style>${renderLogoMark(mark, ink, accent)}</svg>`
}

function canvasSvg(mark: Mark, accent: string, { width, height, mark: share, background }: Canvas): string {
  const size = height * share
  const margin = (height - size) / 2
  const scale = size / mark.size
  const fill = background === 'none' ? '' : `<path d="M0 0h${width}v${height}H0z" fill="${background}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${fill}<g transform="translate(${margin} ${margin}) scale(${scale})">${renderLogoMark(mark, INK, accent)}</g></svg>`
}

/** Wraps a PNG in an ICO file: an ICONDIR and an ICONDIRENTRY, little-endian, followed by the PNG. */
function inIco(png: Buffer, { width, height }: Canvas): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(width, 6)
  header.writeUInt8(height, 7)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(header.length, 18)
  header.writeUInt32LE(png.length, 14)
  return Buffer.concat([header, png])
}
