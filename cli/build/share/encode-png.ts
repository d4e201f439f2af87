import { constants, crc32, deflateSync } from 'node:zlib'
import type { IndexedImage } from './index-colors.ts'

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
    rows[start] = FILTER.up
    if (Buffer.compare(row, above) === 0) continue
    for (let x = 0; x < width; x += 1) rows[start + 1 + x] = (row[x] as number) - (above[x] as number)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BITS, TYPE.palette], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colors.flatMap((color) => [color >> 16, color >> 8, color]))),
    // Compress synchronously. It takes half a millisecond, no longer than passing the data to a thread.
    chunk('IDAT', deflateSync(rows, { strategy: constants.Z_RLE })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const FILTER = { up: 2 }
const TYPE = { palette: 3 }
/** Number of bits per palette index. */
const BITS = 8

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8)
  return bytes
}
