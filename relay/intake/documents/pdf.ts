import { fileTypeFromBuffer } from 'file-type'
import type { RandomAccessFile } from '../../store/store.ts'
import { DocumentError } from './document-problem.ts'
import { needsPdfPassword } from './pdf-password.ts'
import { findDataEnd } from './trailing-zeros.ts'

/** PDF readers search this many bytes at the start for `%PDF-`, because some programs write other data before it. */
const START = 1024
/** The end marker must be within this many bytes of the end of the data. Other data may follow it. */
const END = 4096
/** Bytes needed to detect the type of a file (https://github.com/sindresorhus/file-type#filetypefrombufferbuffer). */
const SIGNATURE_BYTES = 4100

/**
 * Checks that a file is a complete PDF that opens without a password, and does not also have the signature of another
 * type.
 * @throws DocumentError
 */
export async function checkPdf(content: RandomAccessFile): Promise<void> {
  const start = await content.read(0, SIGNATURE_BYTES)
  const found = (await fileTypeFromBuffer(start))?.ext
  if (found ? found !== 'pdf' : !start.subarray(0, START).includes('%PDF-')) throw new DocumentError('type')
  const dataEnd = await findDataEnd(content)
  const end = await content.read(Math.max(0, dataEnd - END), Math.min(END, dataEnd))
  if (!end.includes('%%EOF') && !end.includes('startxref')) throw new DocumentError('damaged')
  if (await needsPdfPassword(content)) throw new DocumentError('password')
}
