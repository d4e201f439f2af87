import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { RandomAccessFile } from '../../store/store.ts'
import { createFieldCheck, relationshipCheck } from './active-content.ts'
import { openCompoundFile } from './compound-file.ts'
import { DocumentError, type DocumentProblem } from './document-problem.ts'
import { readXml, type XmlAttributes, type XmlHandler } from './read-xml.ts'
import { findDataEnd } from './trailing-zeros.ts'

const TYPES = '[Content_Types].xml'
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Content types of macros, and of documents and templates with macros. */
const MACROS = /macroEnabled|vbaProject/i
/** Limits for the zip directory. A document with 1,000 images has only slightly more than 1,000 entries. */
const MAX_PARTS = 2_000
const MAX_LIST_BYTES = 1024 * 1024
/** Content type of parts whose XML is read: text, headers, footers and notes may contain fields that start programs. */
const WORD_PART = /wordprocessingml/i
/** Names of parts whose XML is read, whatever their content type is. */
const READ_PART = /^word\/[^/]+\.xml$|\.rels$/i
const MAX_READ_PARTS = 200
const MAX_READ_BYTES = 8 * 1024 * 1024

/**
 * Returns why a file is not a zip with the content types and the main part of a Word document, or that it has active
 * content. Uses the zip directory, because file-type reports only `zip` if large images precede the content types.
 */
export async function findDocxProblem(content: RandomAccessFile): Promise<DocumentProblem | undefined> {
  const magic = await content.read(0, 4)
  if (!magic.equals(ZIP_MAGIC)) {
    // Word stores a document with a password as a stream in an OLE file.
    const entries = (await openCompoundFile(content))?.entries ?? []
    return entries.some(({ name }) => name === 'EncryptedPackage') ? 'password' : 'type'
  }
  try {
    const zip = await fromRandomAccessReaderPromise(new ContentReader(content), await findZipEnd(content), {
      autoClose: false,
    })
    try {
      await checkParts(zip)
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

/** @throws DocumentError */
async function checkParts(zip: ZipFile): Promise<void> {
  const entries = await listEntries(zip)
  const list = entries.find(({ fileName }) => fileName === TYPES)
  if (!list) throw new DocumentError('type')
  const types = new ContentTypes()
  const read = async (entry: Entry, handler: XmlHandler) => readXml(await zip.openReadStreamPromise(entry), handler)
  if (list.uncompressedSize > MAX_READ_BYTES) throw new DocumentError('complex')
  await read(list, types)
  const parts = entries.filter(
    (entry) => entry !== list && (READ_PART.test(entry.fileName) || WORD_PART.test(types.find(entry.fileName))),
  )
  const bytes = parts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, list.uncompressedSize)
  if (parts.length > MAX_READ_PARTS || bytes > MAX_READ_BYTES) throw new DocumentError('complex')
  for (const entry of parts)
    await read(entry, entry.fileName.toLowerCase().endsWith('.rels') ? relationshipCheck : createFieldCheck())
  if (!types.hasDocument) throw new DocumentError('type')
  if (!parts.some(({ fileName }) => types.find(fileName) === DOCUMENT)) throw new DocumentError('damaged')
}

/** Lists the entries of a zip file. @throws DocumentError if they are encrypted, too many or ambiguous */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_PARTS) throw new DocumentError('complex')
  const entries: Entry[] = []
  const names = new Set<string>()
  let listed = 0
  for await (const entry of zip.eachEntry()) {
    listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (listed > MAX_LIST_BYTES) throw new DocumentError('complex')
    if (entry.isEncrypted()) throw new DocumentError('password')
    if (MACROS.test(entry.fileName)) throw new DocumentError('macros')
    const name = entry.fileName.toLowerCase()
    // Word could read another one of two parts with the same name.
    if (names.has(name) && (name === TYPES.toLowerCase() || READ_PART.test(name))) throw new DocumentError('damaged')
    names.add(name)
    entries.push(entry)
  }
  return entries
}

/** Content types of the parts: those of single parts, and those of extensions. */
class ContentTypes implements XmlHandler {
  readonly #types = new Map<string, string>()
  hasDocument = false

  onOpen(element: string, attributes: XmlAttributes): void {
    if (element !== 'Override' && element !== 'Default') return
    const type = attributes('ContentType') ?? ''
    if (MACROS.test(type)) throw new DocumentError('macros')
    if (this.#types.size > MAX_PARTS) throw new DocumentError('complex')
    if (type === DOCUMENT) this.hasDocument = true
    const key = element === 'Override' ? attributes('PartName') : `.${attributes('Extension')}`
    this.#types.set((key ?? '').toLowerCase(), type)
  }

  find(part: string): string {
    const name = part.toLowerCase()
    return this.#types.get(`/${name}`) ?? this.#types.get(`.${name.split('.').at(-1)}`) ?? ''
  }
}

const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1')
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
