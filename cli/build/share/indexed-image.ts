import { constants, crc32, deflateSync } from 'node:zlib'

/** A rectangle of pixels, stored row by row as indices into a palette of at most 256 colors. */
export interface IndexedImage {
  width: number
  height: number
  pixels: Uint8Array
}

const MAX_COLORS = 256
/** Squared RGB distance below which two colors on a smooth edge look the same. */
const SIMILAR = 150

/**
 * Converts opaque RGBA pixels to palette indices. Adds colors as they appear and merges similar ones. Drawings have
 * only a few flat colors, blended at the edges, so this is ten times as fast as searching for the best palette.
 * @param colors palette as 0xrrggbb; existing colors stay unchanged, new ones are appended
 */
export function indexColors(rgba: Uint8Array, width: number, height: number, colors: number[]): IndexedImage {
  const pixels = new Uint8Array(width * height)
  // Read each pixel as one 32-bit word, to skip the lookup if it equals the previous pixel, as most do.
  const words = new Int32Array(rgba.buffer, rgba.byteOffset, pixels.length)
  const indices = new Map(colors.map((color, index) => [color, index]))
  let last: number | undefined
  let index = 0
  for (let pixel = 0; pixel < pixels.length; pixel += 1) {
    if (words[pixel] !== last) {
      last = words[pixel]
      const [red, green, blue] = [rgba[pixel * 4], rgba[pixel * 4 + 1], rgba[pixel * 4 + 2]] as [number, number, number]
      const color = (red << 16) | (green << 8) | blue
      index = indices.get(color) ?? findOrAdd(color, colors)
      indices.set(color, index)
    }
    pixels[pixel] = index
  }
  return { width, height, pixels }
}

/** Returns the index of the nearest color if it is similar or the palette is full; otherwise adds the color. */
function findOrAdd(color: number, colors: number[]): number {
  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, other] of colors.entries()) {
    const red = (color >> 16) - (other >> 16)
    const green = ((color >> 8) & 255) - ((other >> 8) & 255)
    const blue = (color & 255) - (other & 255)
    const distance = red * red + green * green + blue * blue
    if (distance < least) [nearest, least] = [index, distance]
  }
  return least < SIMILAR || colors.length === MAX_COLORS ? nearest : colors.push(color) - 1
}

/**
 * Encodes pixels as a PNG with a palette of 0xrrggbb colors. Each row is stored as its difference from the row above.
 * In flat drawings the difference is mostly zeros, so compression only has to find runs.
 * @see https://www.w3.org/TR/png-3/
 */
export function encodePng({ width, height, pixels }: IndexedImage, colors: readonly number[]): Buffer {
  const rows = Buffer.alloc(height * (width + 1))
  const rowAt = (y: number) => pixels.subarray(y * width, (y + 1) * width)
  rows.set(rowAt(0), 1)
  for (let y = 1; y < height; y += 1) {
    const [row, above, start] = [rowAt(y), rowAt(y - 1), y * (width + 1)]
    rows[start] = UP_FILTER
    if (Buffer.compare(row, above) === 0) continue
    for (let x = 0; x < width; x += 1) rows[start + 1 + x] = (row[x] as number) - (above[x] as number)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BITS_PER_INDEX, PALETTE_TYPE], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colors.flatMap((color) => [color >> 16, color >> 8, color]))),
    // Compress synchronously. It takes half a millisecond, no longer than passing the data to a thread.
    chunk('IDAT', deflateSync(rows, { strategy: constants.Z_RLE })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const UP_FILTER = 2
const PALETTE_TYPE = 3
const BITS_PER_INDEX = 8

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8)
  return bytes
}
