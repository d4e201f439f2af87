import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Alert } from '../monitoring/alerts.ts'
import type { Draft, Entry, Envelope, KnownSubmission, Place, Store } from '../store/store.ts'
import { alertLeft } from './changes.ts'
import { isAway } from './database.ts'
import { insertEntry } from './submissions.ts'

/** What waits first. What is damaged stays for an operator. */
const DRAINED: readonly Place[] = ['queue', 'dead', 'spam', 'done']

/** How many wait in a local spool for the database. */
export async function countLocal(local: Pick<Store, 'count'>): Promise<number> {
  let sum = 0
  for (const place of DRAINED) sum += await local.count(place)
  return sum
}

interface BacklogOptions {
  pool: Pool
  local: Store
  clock: Clock
  /** How long a submission with this key counts, in milliseconds. */
  countsFor(key: string): number | undefined
  alert(alert: Alert): void
}

/** Submissions that the local spool holds because the database was away, or because the relay used to work without. */
export function createBacklog({ pool, local, clock, countsFor, alert }: BacklogOptions) {
  /** Keys of what was taken here and is not in the database yet, so that the same post is known here. */
  const keys = new Set<string>()
  /** What the database does not take although it is there. */
  const left = new Set<string>()

  return {
    holds: (envelope: Envelope): boolean => keys.has(envelope.idempotency?.key ?? ''),

    async take(draft: Draft, envelope: Envelope, counts?: number): Promise<KnownSubmission | undefined> {
      const known = await draft.commit(envelope, counts)
      if (!known && envelope.idempotency) keys.add(envelope.idempotency.key)
      return known
    },

    count: (): Promise<number> => countLocal(local),

    /** Looks again at what the database did not take. */
    forgive: (): void => left.clear(),

    /**
     * Stores all of it in the database, oldest first, each once.
     * @param goesOn is asked before each
     * @returns how many were stored
     * @throws when the database is away again
     */
    async drain(goesOn: () => boolean): Promise<number> {
      let stored = 0
      for (const place of DRAINED)
        for await (const { id, entry } of local.list({ places: [place] })) {
          if (!goesOn()) return stored
          if (!entry || left.has(id)) continue
          try {
            await local.check(id)
            await store(entry)
            if (entry.envelope.idempotency) keys.delete(entry.envelope.idempotency.key)
            await local.drop(id)
            stored++
          } catch (error) {
            if (isAway(error)) throw error
            left.add(id)
            alertLeft(id, error, alert)
          }
        }
      return stored
    },
  }

  /** One with the same key and content is there already: this is a repetition. Another content is never lost. */
  async function store(entry: Entry): Promise<void> {
    const { id, idempotency } = entry.envelope
    const source = {
      ...entry,
      read: async function* (file: string): AsyncGenerator<Buffer> {
        yield* (await local.openAttachment(id, file)) ?? []
      },
    }
    const now = clock.now()
    const known = await insertEntry(pool, source, now, countsFor(idempotency?.key ?? ''))
    if (!known || known.id === id || known.payload === idempotency?.payload) return
    const envelope = { ...entry.envelope, idempotency: undefined }
    await insertEntry(pool, { ...source, envelope }, now)
  }
}
