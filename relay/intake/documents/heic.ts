import { createImageCheck } from './image.ts'

/** Brands of images that are compressed with HEVC (ISO/IEC 23008-12), among those that the first box lists. */
const HEVC = /^(?=[\s\S]{4}ftyp(?:[\s\S]{4}){0,12}he[iv][cmsx])/

/** A HEIC file is a list of boxes (ISO/IEC 14496-12). */
export const findHeicProblem = createImageCheck(HEVC, (bytes, rest) => {
  const type = bytes.toString('latin1', 4, 8)
  if (bytes.length < 16 || !/^\w{4}$/.test(type)) return undefined
  const size = bytes.readUInt32BE(0)
  const length = size === 0 ? rest : size === 1 ? Number(bytes.readBigUInt64BE(8)) : size
  if (length < 8) return undefined
  let pixels = 0
  const meta = type === 'meta' ? bytes.subarray(0, length) : Buffer.alloc(0)
  for (let at = meta.indexOf('ispe'); at >= 0 && at + 16 <= meta.length; at = meta.indexOf('ispe', at + 4))
    pixels = Math.max(pixels, meta.readUInt32BE(at + 8) * meta.readUInt32BE(at + 12))
  return { length, isLast: length >= rest, pixels }
})
