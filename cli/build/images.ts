import { readFile } from 'node:fs/promises'
import type { Content } from '@northshelf/site/collections/content.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'
import { hash, hashCode, openCache } from '../cache.mjs'
import { forEachLimited } from '../pool.ts'
import type { FileWriter } from './output.ts'

const INK = getHexColor('ink')
const PAPER = getHexColor('paper')

/**
 * Raster icons of the logo mark; `mark` is its height as a fraction of the canvas. Icons with a background keep it
 * inside the safe zone of maskable icons.
 */
const canvases = [
  // No page links to this file, but feed readers, search engines and browsers without support for SVG icons request it.
  { file: 'favicon.ico', size: 32, mark: 0.88, background: 'none' },
  { file: 'apple-touch-icon.png', size: 180, mark: 0.56, background: PAPER },
  { file: 'icon-192.png', size: 192, mark: 0.56, background: PAPER },
  { file: 'icon-512.png', size: 512, mark: 0.56, background: PAPER },
]

/** Number of images encoded concurrently: one for each thread in Node's pool. */
const CONCURRENCY = 4

/**
 * Publishes the content's images in the sizes and formats that their URLs specify. All output folders can share one
 * cache of encoded images, because each URL contains the image's hash and width.
 */
export async function writeImages({ images }: Pick<Content, 'images'>, output: FileWriter): Promise<void> {
  if (images.length === 0) return
  const cache = openCache()
  const code = hashCode()
  await forEachLimited(images, CONCURRENCY, async ({ url, file, unsaved, crop, width, height }) => {
    const target = url.slice(1)
    const key = hash(code, target)
    if (output.keep(target, key)) return
    if (!/\.(?:webp|jpg)$/.test(url)) return output.write(target, key, unsaved ?? (await readFile(file)))
    let picture = cache.find('pictures', key)
    if (!picture) {
      const { default: sharp } = await import('sharp')
      const whole = sharp(unsaved ?? file).autoOrient()
      const sized = (crop ? whole.extract(crop) : whole).resize({ width, height, fit: 'cover' })
      const encoded = url.endsWith('.webp') ? sized.webp({ quality: 80 }) : sized.flatten({ background: PAPER }).jpeg()
      picture = await encoded.toBuffer()
      cache.store('pictures', key, picture)
    }
    await output.write(target, key, picture)
  })
}

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
type Canvas = (typeof canvases)[number]

export function renderLogoMark(mark: Mark, ink: string, accent: string): string {
  return mark.shapes
    .map(({ d, tone }) => {
      if (tone === 'outline') return `<path d="${d}" fill="none" stroke="${ink}" stroke-width="1.2"/>`
      return `<path d="${d}" fill="${tone === 'accent' ? accent : ink}"/>`
    })
    .join('')
}

function faviconSvg(mark: Mark, accent: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mark.size} ${mark.size}"><style>svg{color:${INK}}@media(prefers-color-scheme:dark){svg{color:${PAPER}}}</style>${renderLogoMark(mark, 'currentColor', accent)}</svg>`
}

function canvasSvg(mark: Mark, accent: string, { size, mark: share, background }: Canvas): string {
  const shown = size * share
  const margin = (size - shown) / 2
  const scale = shown / mark.size
  const fill = background === 'none' ? '' : `<path d="M0 0h${size}v${size}H0z" fill="${background}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${fill}<g transform="translate(${margin} ${margin}) scale(${scale})">${renderLogoMark(mark, INK, accent)}</g></svg>`
}

/** Wraps a PNG in an ICO file: an ICONDIR and an ICONDIRENTRY, little-endian, followed by the PNG. */
function inIco(png: Buffer, { size }: Canvas): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(header.length, 18)
  header.writeUInt32LE(png.length, 14)
  return Buffer.concat([header, png])
}
