import { readFile } from 'node:fs/promises'
import { find, read } from 'cfb'
import { fileTypeFromFile } from 'file-type'

const WORD_MAGIC = 0xa5ec
/** Bit of the flags that stand ten bytes into a Word document: the text is encrypted. */
const ENCRYPTED = 0x0100
const MACROS = /(?:^|\/)(?:Macros|_VBA_PROJECT(?:_CUR)?|VBA)(?:\/|$)/i

/** A Word 97-2003 document: an OLE container that holds one, neither encrypted nor with macros. */
export async function isDoc(file: string): Promise<boolean> {
  if ((await fileTypeFromFile(file))?.ext !== 'cfb') return false
  try {
    const container = read(await readFile(file), { type: 'buffer' })
    const content = find(container, '/WordDocument')?.content
    if (!content || content.length < 32 || container.FullPaths.some((name) => MACROS.test(name))) return false
    const header = Buffer.from(content.slice(0, 32))
    return header.readUInt16LE(0) === WORD_MAGIC && (header.readUInt16LE(10) & ENCRYPTED) === 0
  } catch {
    return false
  }
}
