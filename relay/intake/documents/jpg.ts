import { createImageCheck } from './image.ts'

const END = 0xd9
/** Reports whether a marker begins a segment with the size of the image. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Reports whether a byte after 0xff is part of compressed data. */
const isData = (byte: number) => byte === 0 || byte === 0xff || (byte >= 0xd0 && byte <= 0xd7)

/** A JPEG is a list of segments, with compressed data between them (https://www.w3.org/Graphics/JPEG/itu-t81.pdf). */
export const findJpgProblem = createImageCheck(/^\xff\xd8(?=\xff)/, (bytes) => {
  const [first, marker] = bytes
  if (marker === undefined) return undefined
  if (first !== 0xff || isData(marker)) {
    let end = bytes.indexOf(0xff, 1)
    while (end >= 0 && isData(bytes[end + 1] ?? END)) end = bytes.indexOf(0xff, end + 1)
    return { length: end < 0 ? bytes.length : end }
  }
  if (marker === END) return { length: 2, isLast: true }
  if (bytes.length < 9) return undefined
  const pixels = isFrame(marker) ? bytes.readUInt16BE(5) * bytes.readUInt16BE(7) : 0
  return { length: 2 + bytes.readUInt16BE(2), pixels }
})
