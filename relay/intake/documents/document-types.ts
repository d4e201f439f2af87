import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import type { RandomAccessFile } from '../../store/store.ts'
import { hasActiveContent, listXmlTags } from './active-content.ts'
import { openCompoundFile } from './compound-file.ts'

/** Media type for each file extension, with a function that checks whether a file has that type. */
export const documentTypes = {
  pdf: { type: 'application/pdf', holds: isPdf },
  doc: { type: 'application/msword', holds: isDoc },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', holds: isDocx },
}

/** PDF readers search this many bytes at the start for `%PDF-`, because some programs write other data before it. */
const PDF_START = 1024

/** Reports whether a file is a complete PDF that does not also have the signature of another type. */
async function isPdf(content: RandomAccessFile): Promise<boolean> {
  const found = await typeOf(content)
  if (found ? found !== 'pdf' : !(await content.read(0, PDF_START)).includes('%PDF-')) return false
  const end = await content.read(Math.max(0, content.size - PDF_END), PDF_END)
  return end.includes('%%EOF') || end.includes('startxref')
}

/** The end marker must be within this many bytes of the end of the file. Other data may follow it. */
const PDF_END = 4096

/** Bytes needed to detect the type of a file (https://github.com/sindresorhus/file-type#filetypefrombufferbuffer). */
const SIGNATURE_BYTES = 4100

async function typeOf(content: RandomAccessFile): Promise<string | undefined> {
  return (await fileTypeFromBuffer(await content.read(0, SIGNATURE_BYTES)))?.ext
}

const WORD_MAGIC = 0xa5ec
/** Length of FibBase, the first bytes of a Word document ([MS-DOC] 2.5.2). */
const FIB_BASE = 32
/** Bit that is set if the text is encrypted, in the flags at offset 10. */
const ENCRYPTED = 0x0100
const DOC_MACROS = /^(?:Macros|_VBA_PROJECT(?:_CUR)?|VBA)$/i
/** Name of the stream that contains an embedded file, which may be a program. */
const PACKAGE = '\u0001Ole10Native'

/** Reports whether a file is a Word 97-2003 document that is not encrypted and has no macros or embedded files. */
async function isDoc(content: RandomAccessFile): Promise<boolean> {
  const container = await openCompoundFile(content)
  if (!container || container.entries.some(({ name }) => DOC_MACROS.test(name) || name === PACKAGE)) return false
  const stream = container.entries.find(({ name, kind, top }) => top && kind === 'stream' && name === 'WordDocument')
  const base = stream && (await container.readStart(stream, FIB_BASE))
  return base !== undefined && base.readUInt16LE(0) === WORD_MAGIC && (base.readUInt16LE(10) & ENCRYPTED) === 0
}

const TYPES = '[Content_Types].xml'
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Content types of macros, and of documents and templates with macros. */
const DOCX_MACROS = /macroEnabled|vbaProject/i
/** Limits for the zip directory. A document with 1,000 images has only slightly more than 1,000 entries. */
const MAX_PARTS = 2_000
const MAX_LIST_BYTES = 1024 * 1024
/** Parts whose XML is read. Text, headers, footers and notes may contain fields that start programs. */
const READ_PART = /^(?:\[Content_Types\]\.xml|word\/[^/]+\.xml|.*\.rels)$/i
const MAX_READ_PARTS = 200
const MAX_READ_BYTES = 8 * 1024 * 1024

/**
 * Reports whether a file is a zip with the content types and the main part of a Word document, and without active
 * content. Uses the zip directory, because file-type reports only `zip` if large images precede the content types.
 */
async function isDocx(content: RandomAccessFile): Promise<boolean> {
  const found = await typeOf(content)
  if (found !== 'docx' && found !== 'zip') return false
  try {
    const zip = await fromRandomAccessReaderPromise(new ContentReader(content), content.size, { autoClose: false })
    try {
      if (zip.entryCount > MAX_PARTS) return false
      const entries: Entry[] = []
      let listed = 0
      for await (const entry of zip.eachEntry()) {
        listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
        if (listed > MAX_LIST_BYTES || entry.isEncrypted() || DOCX_MACROS.test(entry.fileName)) return false
        entries.push(entry)
      }
      const read = entries.filter(({ fileName }) => READ_PART.test(fileName))
      const bytes = read.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
      const names = read.map(({ fileName }) => fileName.toLowerCase())
      if (read.length > MAX_READ_PARTS || bytes > MAX_READ_BYTES || new Set(names).size < read.length) return false
      let types = ''
      for (const entry of read) {
        const xml = await text(await zip.openReadStreamPromise(entry))
        if (hasActiveContent(entry.fileName, xml)) return false
        if (entry.fileName === TYPES) types = xml
      }
      return names.includes(findMainPart(types) ?? '') && !DOCX_MACROS.test(types)
    } finally {
      zip.close()
    }
  } catch (error) {
    // A disk error does not mean that the file is invalid.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return false
  }
}

/** Returns the main part's name in lower case, as found in the list of content types. */
function findMainPart(types: string): string | undefined {
  const main = listXmlTags(types, 'Override|Default').find(({ attributes }) => attributes.ContentType === DOCUMENT)
  const name = main?.name === 'Default' ? '/word/document.xml' : main?.attributes.PartName
  return name?.slice(1).toLowerCase()
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
