import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Damaged } from '../store/envelope-text.ts'
import type { Attachment } from '../store/store.ts'
import { NEW_SYNCED } from './disk.ts'
import { damageOf } from './envelope-file.ts'

/** Streams a source to a new file, hashes it on the way and syncs it. Rejects when the source or the disk fails. */
export async function writeAttachment(folder: string, file: string, source: Readable) {
  const hash = createHash('sha256')
  let size = 0
  // It may break off before it is read; the reading then reports the same.
  source.on('error', () => {})
  const content = (async function* () {
    for await (const chunk of source as AsyncIterable<Buffer | string>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      hash.update(bytes)
      size += bytes.length
      yield bytes
    }
  })()
  try {
    await writeFile(path.join(folder, file), content, NEW_SYNCED)
  } catch (error) {
    // Nobody reads on from it.
    source.destroy(error as Error)
    throw error
  }
  return { file, size, sha256: hash.digest('hex') }
}

/** @throws Damaged when an attachment is missing or is not what was written */
export async function checkAttachments(folder: string, attachments: readonly Attachment[]): Promise<void> {
  for (const { file, size, sha256 } of attachments) {
    const hash = createHash('sha256')
    let read = 0
    try {
      for await (const chunk of createReadStream(path.join(folder, file))) {
        hash.update(chunk)
        read += chunk.length
      }
    } catch (error) {
      throw damageOf(file, error)
    }
    if (read !== size) throw new Damaged(`${file} has ${read} bytes instead of ${size}`)
    if (hash.digest('hex') !== sha256) throw new Damaged(`${file} does not match its checksum`)
  }
}
