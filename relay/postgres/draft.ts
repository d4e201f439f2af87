import { untried } from '../store/delivery-state.ts'
import type { Content, Draft, Envelope } from '../store/store.ts'
import { CHUNK } from './entries.ts'
import type { NewEntry } from './submissions.ts'

interface DraftContext {
  /** Stores the entry in the database. @returns the earlier submission with its key */
  store: (entry: NewEntry, counts?: number) => ReturnType<Draft['commit']>
  /** Commits the draft to the local spool. */
  take: (draft: Draft, envelope: Envelope, counts?: number) => ReturnType<Draft['commit']>
  /** Reports whether the database is used; false while it is unavailable. */
  direct(envelope: Envelope): boolean
  /** Called when the database did not confirm the entry. It may have stored it nevertheless. */
  onFault(error: unknown): void
}

/** Creates a draft whose files are written locally, for checks, and that is committed to the database. */
export function createDraft(draft: Draft, { store, take, direct, onFault }: DraftContext): Draft {
  const written = new Map<string, string>()
  let committed = false
  return {
    ...draft,
    async write(source) {
      const file = await draft.write(source)
      written.set(file.file, file.sha256)
      return file
    },
    async commit(envelope, counts) {
      const { id, attachments, spam, targets, receivedAt } = envelope
      const strange = attachments.find(({ file, sha256 }) => written.get(file) !== sha256)
      if (strange) throw new Error(`Submission ${id} names ${strange.file}, which was not written with it`)
      if (committed || id !== draft.id || !direct(envelope)) return take(draft, envelope, counts)
      const entry: NewEntry = {
        envelope,
        place: spam.length > 0 ? 'spam' : 'queue',
        deliveries: targets.map((target) => untried(target, receivedAt)),
        read: (file) => readWhole(() => draft.open(file)),
      }
      try {
        const known = await store(entry, counts)
        committed = true
        await draft.discard().catch(() => {})
        return known
      } catch (error) {
        onFault(error)
        // The id stays the same, so that the entry is not stored twice if the database has it already.
        return take(draft, envelope, counts)
      }
    },
  }
}

async function* readWhole(open: () => Promise<Content>): AsyncGenerator<Buffer> {
  const content = await open()
  try {
    for (let at = 0; at < content.size; at += CHUNK) yield await content.read(at, CHUNK)
  } finally {
    await content.close()
  }
}
