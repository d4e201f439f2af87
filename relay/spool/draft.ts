import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { writeAttachment } from './attachment-file.ts'
import { type GroupSync, syncFolder } from './disk.ts'
import { writeEnvelope } from './envelope-file.ts'
import type { Folders } from './layout.ts'
import type { Draft, Envelope } from './store.ts'

interface DraftContext {
  folders: Folders
  groupSync: GroupSync
  /** After the promise holds. */
  onCommitted(envelope: Envelope): void
}

export async function createDraft(id: string, { folders, groupSync, onCommitted }: DraftContext): Promise<Draft> {
  const folder = path.join(folders.tmp, id)
  const written = new Map<string, string>()
  let count = 0
  let ended: 'committed' | 'discarded' | undefined
  await mkdir(folder, { mode: 0o700 })

  return {
    id,
    async write(source: Readable) {
      const { file, size, sha256 } = await writeAttachment(folder, `${count++}.bin`, source)
      written.set(file, sha256)
      return { file, size, sha256 }
    },
    pathOf: (file) => path.join(folder, file),
    async commit(envelope) {
      if (ended) throw new Error(`Submission ${id} was ${ended} before`)
      if (envelope.id !== id) throw new Error(`Submission ${id} cannot be committed as ${envelope.id}`)
      const strange = envelope.attachments.find(({ file, sha256 }) => written.get(file) !== sha256)
      if (strange) throw new Error(`Submission ${id} names ${strange.file}, which was not written with it`)
      const place = envelope.spam.length > 0 ? 'spam' : 'queue'
      const home = path.join(folders[place], id)
      ended = 'committed'
      try {
        await writeEnvelope(folder, envelope)
        await syncFolder(folder)
        await rename(folder, home)
        await groupSync(folders[place])
      } catch (error) {
        // Nobody was told that it is ours, so it must not be delivered either.
        await Promise.allSettled([folder, home].map((at) => rm(at, { recursive: true, force: true })))
        throw error
      }
      onCommitted(envelope)
    },
    async discard() {
      if (ended) return
      ended = 'discarded'
      await rm(folder, { recursive: true, force: true })
    },
  }
}
