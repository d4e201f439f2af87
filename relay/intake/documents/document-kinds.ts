import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileTypeFromFile } from 'file-type'
import { openPromise } from 'yauzl'
import { openCompoundFile } from './compound-file.ts'

/** What each extension promises: its type, and whether a file keeps the promise. */
export const documentKinds = {
  pdf: { type: 'application/pdf', holds: isPdf },
  doc: { type: 'application/msword', holds: isDoc },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', holds: isDocx },
}

/** Readers look for the mark within so many bytes; some programs write something before it. */
const SEARCHED = 1024

/** A PDF, and not also something else that begins with a mark of its own. */
async function isPdf(file: string): Promise<boolean> {
  const found = await fileTypeFromFile(file)
  if (found) return found.ext === 'pdf'
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SEARCHED), 0, SEARCHED, 0)
    return buffer.subarray(0, bytesRead).includes('%PDF-')
  } finally {
    await handle.close()
  }
}

const WORD_MAGIC = 0xa5ec
/** The part of a Word document's first bytes that says what it is ([MS-DOC] 2.5.2, FibBase). */
const FIB_BASE = 32
/** Bit of the flags that stand ten bytes into a Word document: the text is encrypted. */
const ENCRYPTED = 0x0100
const DOC_MACROS = /^(?:Macros|_VBA_PROJECT(?:_CUR)?|VBA)$/i

/** A Word 97-2003 document: a compound file that holds one, neither encrypted nor with macros. */
async function isDoc(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const container = await openCompoundFile(handle)
    if (!container || container.entries.some(({ name }) => DOC_MACROS.test(name))) return false
    const content = container.entries.find(({ name, kind, top }) => top && kind === 'stream' && name === 'WordDocument')
    const base = content && (await container.readStart(content, FIB_BASE))
    return base !== undefined && base.readUInt16LE(0) === WORD_MAGIC && (base.readUInt16LE(10) & ENCRYPTED) === 0
  } finally {
    await handle.close()
  }
}

const TYPES = '[Content_Types].xml'
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Types of documents and templates with macros, and of the macros themselves. */
const DOCX_MACROS = /macroEnabled|vbaProject/i
const LARGEST_TYPES = 1024 * 1024

/**
 * A Word document as a zip with the content types of one. The list of contents decides, not the order of the
 * entries: file-type sees only a zip when the types stand behind large pictures.
 */
async function isDocx(file: string): Promise<boolean> {
  const found = (await fileTypeFromFile(file))?.ext
  if (found !== 'docx' && found !== 'zip') return false
  try {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false })
    try {
      let types: string | undefined
      for await (const entry of zip.eachEntry()) {
        if (entry.isEncrypted() || DOCX_MACROS.test(entry.fileName)) return false
        if (entry.fileName !== TYPES) continue
        if (types !== undefined || entry.uncompressedSize > LARGEST_TYPES) return false
        types = await text(await zip.openReadStreamPromise(entry))
      }
      return types?.includes(DOCUMENT) === true && !DOCX_MACROS.test(types)
    } finally {
      zip.close()
    }
  } catch {
    return false
  }
}
