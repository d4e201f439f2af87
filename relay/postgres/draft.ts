import { createDeliveryState } from '../store/delivery-state.ts'
import type { Draft, Envelope, RandomAccessFile } from '../store/store.ts'
import { CHUNK_BYTES } from './entries.ts'
import type { NewEntry } from './submissions.ts'

interface DraftContext {
  /** Stores the entry in the database. @returns the existing submission with the same key, if there is one */
  store: (entry: NewEntry, validFor?: number) => ReturnType<Draft['commit']>
  /** Commits the draft to the local spool. */
  commitLocally: (draft: Draft, envelope: Envelope, validFor?: number) => ReturnType<Draft['commit']>
  /** Reports whether to store the submission in the database. Returns false while the database is unavailable. */
  usesDatabase(envelope: Envelope): boolean
  /** Called if the database did not confirm the entry. It may have stored the entry anyway. */
  onFault(error: unknown): void
}

/**
 * Creates a draft that writes files locally, so that they can be checked, and commits the submission to the database.
 */
export function createPostgresDraft(
  draft: Draft,
  { store, commitLocally, usesDatabase, onFault }: DraftContext,
): Draft {
  const written = new Map<string, string>()
  let committed = false
  return {
    ...draft,
    async write(source) {
      const file = await draft.write(source)
      written.set(file.file, file.sha256)
      return file
    },
    async commit(envelope, validFor) {
      const { id, attachments, spam, targets, receivedAt } = envelope
      const unwritten = attachments.find(({ file, sha256 }) => written.get(file) !== sha256)
      if (unwritten) throw new Error(`Submission ${id} lists ${unwritten.file}, which was not written to its draft`)
      if (committed || id !== draft.id || !usesDatabase(envelope)) return commitLocally(draft, envelope, validFor)
      const entry: NewEntry = {
        envelope,
        place: spam.length > 0 ? 'spam' : 'queue',
        deliveries: targets.map((target) => createDeliveryState(target, receivedAt)),
        read: (file) => readWhole(() => draft.open(file)),
      }
      try {
        const existing = await store(entry, validFor)
        committed = true
        await draft.discard().catch(() => {})
        return existing
      } catch (error) {
        onFault(error)
        // Reuses the id, so that the entry is not stored twice if the database already contains it.
        return commitLocally(draft, envelope, validFor)
      }
    },
  }
}

async function* readWhole(open: () => Promise<RandomAccessFile>): AsyncGenerator<Buffer> {
  const content = await open()
  try {
    for (let start = 0; start < content.size; start += CHUNK_BYTES) yield await content.read(start, CHUNK_BYTES)
  } finally {
    await content.close()
  }
}
