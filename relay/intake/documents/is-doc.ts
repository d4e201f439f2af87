import { open } from 'node:fs/promises'
import { openCompoundFile } from './compound-file.ts'

const WORD_MAGIC = 0xa5ec
/** The part of a Word document's first bytes that says what it is ([MS-DOC] 2.5.2, FibBase). */
const FIB_BASE = 32
/** Bit of the flags that stand ten bytes into a Word document: the text is encrypted. */
const ENCRYPTED = 0x0100
const MACROS = /^(?:Macros|_VBA_PROJECT(?:_CUR)?|VBA)$/i

/** A Word 97-2003 document: a compound file that holds one, neither encrypted nor with macros. */
export async function isDoc(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const container = await openCompoundFile(handle)
    if (!container || container.entries.some(({ name }) => MACROS.test(name))) return false
    const content = container.entries.find(({ name, kind, top }) => top && kind === 'stream' && name === 'WordDocument')
    const base = content && (await container.readStart(content, FIB_BASE))
    return base !== undefined && base.readUInt16LE(0) === WORD_MAGIC && (base.readUInt16LE(10) & ENCRYPTED) === 0
  } finally {
    await handle.close()
  }
}
