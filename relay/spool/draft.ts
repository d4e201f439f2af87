import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { SYNCED_FILE_OPTIONS, syncFolder } from '../disk.ts'
import { formatEnvelope } from '../store/envelope-text.ts'
import { createId } from '../store/ids.ts'
import type { Draft, Envelope } from '../store/store.ts'
import { ENVELOPE_FILE } from './entry-files.ts'
import type { SpoolState } from './spool-state.ts'

/** Creates a draft in `tmp`. `onCommitted` is called when the submission is durable. */
export async function createSpoolDraft(
  { folders, groupSync, mutex, keys, clock }: SpoolState,
  onCommitted: (envelope: Envelope) => void,
  id = createId(clock.now()),
): Promise<Draft> {
  const folder = path.join(folders.tmp, id)
  const written = new Map<string, string>()
  let count = 0
  let ended: 'committed' | 'discarded' | undefined
  await mkdir(folder, { mode: 0o700 })

  async function save(envelope: Envelope): Promise<void> {
    const place = envelope.spam.length > 0 ? 'spam' : 'queue'
    const destination = path.join(folders[place], id)
    const dropped = [...written.keys()].filter((file) => !envelope.attachments.some((kept) => kept.file === file))
    ended = 'committed'
    try {
      for (const file of dropped) await rm(path.join(folder, file))
      await writeFile(path.join(folder, ENVELOPE_FILE), formatEnvelope(envelope), SYNCED_FILE_OPTIONS)
      await syncFolder(folder)
      await rename(folder, destination)
      await groupSync(folders[place])
    } catch (error) {
      // The sender receives an error, so the submission must not be delivered.
      await Promise.allSettled([folder, destination].map((leftover) => rm(leftover, { recursive: true, force: true })))
      throw error
    }
    onCommitted(envelope)
  }

  return {
    id,
    async write(source: Readable) {
      const { file, size, sha256 } = await writeAttachment(folder, `${count++}.bin`, source)
      written.set(file, sha256)
      return { file, size, sha256 }
    },
    async open(file) {
      const handle = await open(path.join(folder, file))
      const { size } = await handle.stat().catch(async (error) => {
        await handle.close()
        throw error
      })
      return {
        size,
        async read(position, length) {
          const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
          return buffer.subarray(0, bytesRead)
        },
        close: () => handle.close(),
      }
    },
    async commit(envelope, validFor) {
      if (ended) throw new Error(`Submission ${id} was already ${ended}`)
      if (envelope.id !== id) throw new Error(`Submission ${id} cannot be committed as ${envelope.id}`)
      const unwritten = envelope.attachments.find(({ file, sha256 }) => written.get(file) !== sha256)
      if (unwritten) throw new Error(`Submission ${id} lists ${unwritten.file}, which was not written to its draft`)
      const key = envelope.idempotency?.key
      if (key === undefined) return void (await save(envelope))
      return mutex.run(`key ${key}`, async () => {
        const existing = keys.find(key, clock.now(), validFor)
        if (!existing) await save(envelope)
        return existing
      })
    },
    async discard() {
      if (ended) return
      ended = 'discarded'
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Streams a source to a new file, hashes it and syncs the file. Rejects if the source or the disk fails. */
async function writeAttachment(folder: string, file: string, source: Readable) {
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
