import type { RandomAccessFile } from '../../store/store.ts'

const PIECE = 64 * 1024

/** Returns the length of a file without zeros at its end, which some programs and drives add. */
export async function findDataEnd(content: RandomAccessFile): Promise<number> {
  for (let end = content.size; end > 0; end -= PIECE) {
    const start = Math.max(0, end - PIECE)
    const last = (await content.read(start, end - start)).findLastIndex((byte) => byte !== 0)
    if (last >= 0) return start + last + 1
  }
  return 0
}
