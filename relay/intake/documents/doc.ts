import type { RandomAccessFile } from '../../store/store.ts'
import { openCompoundFile } from './compound-file.ts'
import type { DocumentProblem } from './document-problem.ts'

const WORD_MAGIC = 0xa5ec
/** Length of FibBase, the first bytes of a Word document ([MS-DOC] 2.5.2). */
const FIB_BASE = 32
/** Bit that is set if the text is encrypted, in the flags at offset 10. */
const ENCRYPTED = 0x0100
const MACROS = /^(?:Macros|_VBA_PROJECT(?:_CUR)?|VBA)$/i
/** Name of the stream that contains an embedded file, which may be a program. */
const PACKAGE = '\u0001Ole10Native'

/** Returns why a file is not a Word 97-2003 document without encryption, macros or embedded files. */
export async function findDocProblem(content: RandomAccessFile): Promise<DocumentProblem | undefined> {
  const container = await openCompoundFile(content)
  if (!container) return 'type'
  const { entries } = container
  if (entries.length === 0) return 'damaged'
  if (entries.some(({ name }) => MACROS.test(name))) return 'macros'
  if (entries.some(({ name }) => name === PACKAGE)) return 'embedded'
  if (entries.some(({ name }) => name === 'EncryptedPackage')) return 'password'
  const stream = entries.find(({ name, kind, top }) => top && kind === 'stream' && name === 'WordDocument')
  if (!stream) return 'type'
  const base = await container.readStart(stream, FIB_BASE)
  if (base?.readUInt16LE(0) !== WORD_MAGIC) return 'damaged'
  return base.readUInt16LE(10) & ENCRYPTED ? 'password' : undefined
}
