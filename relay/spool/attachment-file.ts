import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { DamagedEntryError } from '../store/envelope-text.ts'
import type { Attachment } from '../store/store.ts'
import { SYNCED_FILE_OPTIONS } from './disk.ts'
import { convertReadError } from './envelope-file.ts'

/** Streams a source to a new file, hashes it and syncs the file. Rejects if the source or the disk fails. */
export async function writeAttachment(folder: string, file: string, source: Readable) {
  const hash = createHash('sha256')
  let size = 0
  // Ignores an error that occurs before the source is read, because the loop below throws it again.
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
    await writeFile(path.join(folder, file), content, SYNCED_FILE_OPTIONS)
  } catch (error) {
    // Closes the source, because nothing reads the rest of it.
    source.destroy(error as Error)
    throw error
  }
  return { file, size, sha256: hash.digest('hex') }
}

/** Verifies sizes and checksums. @throws DamagedEntryError if an attachment is missing or was changed */
export async function verifyAttachments(folder: string, attachments: readonly Attachment[]): Promise<void> {
  for (const { file, size, sha256 } of attachments) {
    const hash = createHash('sha256')
    let read = 0
    try {
      for await (const chunk of createReadStream(path.join(folder, file))) {
        hash.update(chunk)
        read += chunk.length
      }
    } catch (error) {
      throw convertReadError(file, error)
    }
    if (read !== size) throw new DamagedEntryError(`${file} has ${read} bytes instead of ${size}`)
    if (hash.digest('hex') !== sha256) throw new DamagedEntryError(`${file} does not match its checksum`)
  }
}
