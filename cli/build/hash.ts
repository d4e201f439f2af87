import { createHash } from 'node:crypto'

/** A short content hash, for names and for "has this changed". */
export function hash(...parts: (string | Uint8Array)[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex').slice(0, 16)
}
