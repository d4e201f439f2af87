import { text } from 'node:stream/consumers'
import { fileTypeFromFile } from 'file-type'
import { openPromise } from 'yauzl'

const TYPES = '[Content_Types].xml'
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Types of documents and templates with macros, and of the macros themselves. */
const MACROS = /macroEnabled|vbaProject/i
const LARGEST_TYPES = 1024 * 1024

/**
 * A Word document as a zip with the content types of one. The list of contents decides, not the order of the
 * entries: file-type sees only a zip when the types stand behind large pictures.
 */
export async function isDocx(file: string): Promise<boolean> {
  const found = (await fileTypeFromFile(file))?.ext
  if (found !== 'docx' && found !== 'zip') return false
  try {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false })
    try {
      let types: string | undefined
      for await (const entry of zip.eachEntry()) {
        if (entry.isEncrypted() || MACROS.test(entry.fileName)) return false
        if (entry.fileName !== TYPES) continue
        if (types !== undefined || entry.uncompressedSize > LARGEST_TYPES) return false
        types = await text(await zip.openReadStreamPromise(entry))
      }
      return types?.includes(DOCUMENT) === true && !MACROS.test(types)
    } finally {
      zip.close()
    }
  } catch {
    return false
  }
}
