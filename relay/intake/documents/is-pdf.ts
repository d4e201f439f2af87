import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

/** Readers look for the mark within so many bytes; some programs write something before it. */
const SEARCHED = 1024

/** A PDF, and not also something else that begins with a mark of its own. */
export async function isPdf(file: string): Promise<boolean> {
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
