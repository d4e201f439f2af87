import { fileTypeFromBuffer } from 'file-type'
import type { RandomAccessFile } from '../../store/store.ts'
import type { DocumentProblem } from './document-problem.ts'
import { findDataEnd } from './trailing-zeros.ts'

/** A part of a file, such as a segment. `pixels` is the size of the image, if the part contains it. */
type ImagePart = { length: number; isLast?: boolean; pixels?: number }
/** Reads the part at the start of `bytes`. `rest` is the number of bytes until the end of the file. */
type ReadPart = (bytes: Buffer, rest: number) => ImagePart | undefined

/** Number of bytes that `readPart` needs. */
const PART_HEAD = 64
const MAX_PARTS = 100_000
const READ_SIZE = 64 * 1024
/** The largest photos of phones have 200 million pixels. */
const MAX_PIXELS = 0x3fff ** 2
/** Types of data that cameras append: previews, videos of motion photos, and bytes of 0xff, which look like MPEG audio. */
const APPENDED = /^(?:image\/jpeg|video\/(?:mp4|quicktime)|audio\/mpeg)$/
const MARKUP = /<(?:!doctype|html|script|svg|\?php)/i

/**
 * Creates a function that returns why a file is not a complete image, or that another file is appended to it.
 * @param signature matches the first bytes, read as Latin-1; the first part follows the match
 */
export function createImageCheck(signature: RegExp, readPart: ReadPart) {
  return async (content: RandomAccessFile): Promise<DocumentProblem | undefined> => {
    let bytes = await content.read(0, READ_SIZE)
    const start = signature.exec(bytes.toString('latin1', 0, PART_HEAD))
    if (!start) return 'type'
    const dataEnd = await findDataEnd(content)
    let end = 0
    let pixels = 0
    let part: ImagePart | undefined = { length: start[0].length }
    for (let parts = 0; !part.isLast; parts += 1) {
      end += part.length
      bytes = bytes.length < part.length + PART_HEAD ? await content.read(end, READ_SIZE) : bytes.subarray(part.length)
      part = readPart(bytes, dataEnd - end)
      if (!part) return 'damaged'
      pixels = Math.max(pixels, part.pixels ?? 0)
      if (pixels > MAX_PIXELS || parts > MAX_PARTS) return 'complex'
    }
    end += part.length
    if (pixels === 0 || end > content.size) return 'damaged'
    const tail = await content.read(end, READ_SIZE)
    const type = (await fileTypeFromBuffer(tail))?.mime
    return (type && !APPENDED.test(type)) || MARKUP.test(tail.toString('latin1')) ? 'type' : undefined
  }
}
