import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import type { Content } from '../../store/store.ts'
import { isActive, listTags } from './active-content.ts'
import { openCompoundFile } from './compound-file.ts'

/** What each extension promises: its type, and whether a file keeps the promise. */
export const documentKinds = {
  pdf: { type: 'application/pdf', holds: isPdf },
  doc: { type: 'application/msword', holds: isDoc },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', holds: isDocx },
}

/** Readers look for the mark within so many bytes; some programs write something before it. */
const SEARCHED = 1024

/** A PDF that has its end, and not also something else that begins with a mark of its own. */
async function isPdf(content: Content): Promise<boolean> {
  const found = await typeOf(content)
  if (found ? found !== 'pdf' : !(await content.read(0, SEARCHED)).includes('%PDF-')) return false
  const end = await content.read(Math.max(0, content.size - PDF_END), PDF_END)
  return end.includes('%%EOF') || end.includes('startxref')
}

/** The end of a PDF is within so many bytes, whatever was appended to it. */
const PDF_END = 4096

/** Bytes that tell what a file is (https://github.com/sindresorhus/file-type#filetypefrombufferbuffer). */
const TELLING = 4100

async function typeOf(content: Content): Promise<string | undefined> {
  return (await fileTypeFromBuffer(await content.read(0, TELLING)))?.ext
}

const WORD_MAGIC = 0xa5ec
/** The part of a Word document's first bytes that says what it is ([MS-DOC] 2.5.2, FibBase). */
const FIB_BASE = 32
/** Bit of the flags that stand ten bytes into a Word document: the text is encrypted. */
const ENCRYPTED = 0x0100
const DOC_MACROS = /^(?:Macros|_VBA_PROJECT(?:_CUR)?|VBA)$/i
/** The stream of an embedded file of any kind, such as a program. */
const PACKAGE = '\u0001Ole10Native'

/** A Word 97-2003 document: a compound file that holds one, neither encrypted nor with macros or embedded files. */
async function isDoc(content: Content): Promise<boolean> {
  const container = await openCompoundFile(content)
  if (!container || container.entries.some(({ name }) => DOC_MACROS.test(name) || name === PACKAGE)) return false
  const stream = container.entries.find(({ name, kind, top }) => top && kind === 'stream' && name === 'WordDocument')
  const base = stream && (await container.readStart(stream, FIB_BASE))
  return base !== undefined && base.readUInt16LE(0) === WORD_MAGIC && (base.readUInt16LE(10) & ENCRYPTED) === 0
}

const TYPES = '[Content_Types].xml'
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Types of documents and templates with macros, and of the macros themselves. */
const DOCX_MACROS = /macroEnabled|vbaProject/i
/** Limits of the list of contents: a document with a thousand pictures has little more than a thousand entries. */
const MOST_PARTS = 2_000
const LARGEST_LIST = 1024 * 1024
/** Parts whose XML is read, and limits of them. Fields stand in the text, headers, footers and notes. */
const READ_PART = /^(?:\[Content_Types\]\.xml|word\/[^/]+\.xml|.*\.rels)$/i
const MOST_READ = 200
const LARGEST_READ = 8 * 1024 * 1024

/**
 * A Word document as a zip with the content types of one, whose text is there, and that brings or loads nothing that
 * runs. The list of contents decides, not the order of the entries: file-type sees only a zip when the types stand
 * behind large pictures.
 */
async function isDocx(content: Content): Promise<boolean> {
  const found = await typeOf(content)
  if (found !== 'docx' && found !== 'zip') return false
  try {
    const zip = await fromRandomAccessReaderPromise(new ContentReader(content), content.size, { autoClose: false })
    try {
      if (zip.entryCount > MOST_PARTS) return false
      const entries: Entry[] = []
      let listed = 0
      for await (const entry of zip.eachEntry()) {
        listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
        if (listed > LARGEST_LIST || entry.isEncrypted() || DOCX_MACROS.test(entry.fileName)) return false
        entries.push(entry)
      }
      const read = entries.filter(({ fileName }) => READ_PART.test(fileName))
      const bytes = read.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
      const names = read.map(({ fileName }) => fileName.toLowerCase())
      if (read.length > MOST_READ || bytes > LARGEST_READ || new Set(names).size < read.length) return false
      let types = ''
      for (const entry of read) {
        const xml = await text(await zip.openReadStreamPromise(entry))
        if (isActive(entry.fileName, xml)) return false
        if (entry.fileName === TYPES) types = xml
      }
      return names.includes(findMainPart(types) ?? '') && !DOCX_MACROS.test(types)
    } finally {
      zip.close()
    }
  } catch (error) {
    // A disk that fails says nothing about the file.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return false
  }
}

/** The part that holds the text, in lower case, as the list of types names it. */
function findMainPart(types: string): string | undefined {
  const main = listTags(types, 'Override|Default').find(({ attributes }) => attributes.ContentType === DOCUMENT)
  const name = main?.name === 'Default' ? '/word/document.xml' : main?.attributes.PartName
  return name?.slice(1).toLowerCase()
}

/** Bytes that are read of a zip at once. */
const PIECE = 64 * 1024

/**
 * Reads for the zip library, and ahead of it: the library asks for each entry of the list in two small reads, and each
 * read of a file costs as much as a large one.
 */
class ContentReader extends RandomAccessReader {
  readonly #content: Content
  #ahead: Buffer = Buffer.alloc(0)
  #aheadFrom = 0

  constructor(content: Content) {
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
      this.#ahead = await this.#content.read(position, Math.max(length, PIECE))
      this.#aheadFrom = position
    }
    const from = position - this.#aheadFrom
    return this.#ahead.subarray(from, from + length)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const content = this.#content
    return Readable.from(
      (async function* () {
        for (let at = start; at < end; at += PIECE) yield await content.read(at, Math.min(PIECE, end - at))
      })(),
      { objectMode: false },
    )
  }
}
