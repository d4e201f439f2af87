import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { takeTurn } from '../../concurrency.ts'
import type { RandomAccessFile } from '../../store/store.ts'
import { DocumentError, type DocumentProblem } from './document-problem.ts'
import { findDataEnd } from './trailing-zeros.ts'

/** Limits for the directory. A document with 1,000 images has only slightly more than 1,000 entries. */
export const MAX_ENTRIES = 2_000
const MAX_LIST_BYTES = 1024 * 1024
/**
 * Names of programs, scripts, disk images, documents with macros, and archives. Mail services refuse most of them
 * (https://support.google.com/mail/answer/6590). Windows ignores dots and spaces at the end of a name.
 */
const UNSAFE =
  /\.app\/|\.(?:7z|ace|ade|adp|apk|appx|appxbundle|arj|bat|bz2|cab|chm|cmd|com|command|cpl|deb|dll|dmg|docm|dotm|exe|gz|hta|inf|ins|iqy|iso|isp|jar|jnlp|jse?|lnk|lzh|mde|ms[cipt]|msix|msixbundle|nsh|pif|pkg|ppam|pptm|ps1|psm1|pyw?|rar|reg|rpm|sc[frt]|sh|shb|slk|sys|tar|tgz|url|vb[es]?|vhdx?|vxd|ws[cfh]|xlam|xll|xlsb|xlsm|xltm|xz|zipx?|zst)[. ]{0,9}(?:$|:)/i
/** Unix file type of symbolic links, which may lead out of the archive. */
const LINK = 0xa
/** Limit for the unpacked size of an archive, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024

/** Returns why a file is not a complete zip archive, or that unpacking it could do harm. */
export async function findZipProblem(content: RandomAccessFile): Promise<DocumentProblem | undefined> {
  return findEntryProblem(content, async (entries, zip) => {
    if (entries.some((entry) => UNSAFE.test(entry.fileName) || entry.externalFileAttributes >>> 28 === LINK))
      throw new DocumentError('embedded')
    if (sumSizes(entries) > MAX_BYTES) throw new DocumentError('complex')
    // Fails if an entry is larger than the directory says.
    for (const entry of entries) for await (const _ of await zip.openReadStreamPromise(entry)) await takeTurn()
  })
}

/** Opens a zip file and checks its entries. @param check throws DocumentError */
export async function findEntryProblem(
  content: RandomAccessFile,
  check: (entries: Entry[], zip: ZipFile) => Promise<void>,
): Promise<DocumentProblem | undefined> {
  if ((await content.read(0, 4)).toString('latin1') !== 'PK\x03\x04') return 'type'
  try {
    const end = await findZipEnd(content)
    const zip = await fromRandomAccessReaderPromise(new ContentReader(content), end, { autoClose: false })
    try {
      await check(await listEntries(zip), zip)
    } finally {
      zip.close()
    }
    return undefined
  } catch (error) {
    if (error instanceof DocumentError) return error.problem
    // A disk error does not mean that the file is damaged.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return 'damaged'
  }
}

/** Lists the entries of a zip file. @throws DocumentError if they are encrypted or too many */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw new DocumentError('complex')
  const entries: Entry[] = []
  let listed = 0
  for await (const entry of zip.eachEntry()) {
    listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (listed > MAX_LIST_BYTES) throw new DocumentError('complex')
    if (entry.isEncrypted()) throw new DocumentError('password')
    entries.push(entry)
  }
  return entries
}

/** Returns how many bytes it takes to read these entries. Compressed data may be larger than their content. */
export function sumSizes(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + Math.max(entry.compressedSize, entry.uncompressedSize), 0)
}

/** The record at the end of a zip file, which contains the length of the comment after it. */
const END = { magic: Buffer.from('PK\x05\x06', 'latin1'), length: 22, commentLength: 20, maxComment: 0xffff }

/** Returns the length of a zip file without the zeros that may follow it. */
async function findZipEnd(content: RandomAccessFile): Promise<number> {
  const dataEnd = await findDataEnd(content)
  if (content.size - dataEnd < END.length) return content.size
  // The record itself may end with zeros.
  const start = Math.max(0, dataEnd - END.length - END.maxComment)
  const tail = await content.read(start, dataEnd + END.length - start)
  const at = tail.lastIndexOf(END.magic)
  return at < 0 ? content.size : start + at + END.length + tail.readUInt16LE(at + END.commentLength)
}

/** Number of bytes to read from a zip file at a time. */
const READ_SIZE = 64 * 1024

/** Reads ahead, because the zip library reads twice per entry and a small read costs as much as a large one. */
class ContentReader extends RandomAccessReader {
  readonly #content: RandomAccessFile
  #ahead: Buffer = Buffer.alloc(0)
  #aheadFrom = 0

  constructor(content: RandomAccessFile) {
    super()
    this.#content = content
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#readAt(position, length).then((bytes) => callback(null, bytes.copy(buffer, offset)), callback)
  }

  async #readAt(position: number, length: number): Promise<Buffer> {
    const end = this.#aheadFrom + this.#ahead.length
    if (position < this.#aheadFrom || position + length > end) {
      this.#ahead = await this.#content.read(position, Math.max(length, READ_SIZE))
      this.#aheadFrom = position
    }
    const from = position - this.#aheadFrom
    return this.#ahead.subarray(from, from + length)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const content = this.#content
    return Readable.from(
      (async function* () {
        for (let position = start; position < end; position += READ_SIZE)
          yield await content.read(position, Math.min(READ_SIZE, end - position))
      })(),
      { objectMode: false },
    )
  }
}
