import { createImageCheck } from './image.ts'

/** A PNG is a list of chunks (https://www.w3.org/TR/png-3/#5Chunk-layout). */
export const findPngProblem = createImageCheck(/^\x89PNG\r\n\cZ\n/, (bytes) => {
  if (bytes.length < 12) return undefined
  const type = bytes.toString('latin1', 4, 8)
  const pixels = type === 'IHDR' && bytes.length > 16 ? bytes.readUInt32BE(8) * bytes.readUInt32BE(12) : 0
  return { length: 12 + bytes.readUInt32BE(0), isLast: type === 'IEND', pixels }
})
