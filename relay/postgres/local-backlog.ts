import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Alert } from '../monitoring/alert.ts'
import { countsFor } from '../store/page-keys.ts'
import type { Draft, Entry, Envelope, KnownSubmission, Place, Store } from '../store/store.ts'
import { alertLeft } from './changes.ts'
import { isAway, transaction } from './database.ts'
import type { Queryable } from './entries.ts'
import { insertWithin } from './submissions.ts'

/** Submissions that are stored in one commit. */
const BATCH = 50

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
  alert(alert: Alert): void
}

/** Submissions that the local spool holds because the database was away, or because the relay used to work without. */
export function createBacklog({ pool, local, clock, alert }: BacklogOptions) {
  /** Keys of what was taken here and is not in the database yet, so that the same post is known here. */
  const keys = new Set<string>()
  /** What the database does not take although it is there, or the disk does not give. */
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
     * @param goesOn is asked now and again
     * @returns how many were stored
     * @throws when the database is away again
     */
    async drain(goesOn: () => boolean): Promise<number> {
      let stored = 0
      for (const place of DRAINED) {
        let batch: Entry[] = []
        for await (const { id, entry } of local.list({ places: [place] })) {
          if (!goesOn()) return stored
          if (entry && !left.has(id)) batch.push(entry)
          if (batch.length < BATCH) continue
          stored += await move(batch)
          batch = []
        }
        if (batch.length > 0) stored += await move(batch)
      }
      return stored
    },
  }

  /** Stores some together, because a commit takes long. Should the database not take one, the others go alone. */
  async function move(batch: readonly Entry[]): Promise<number> {
    const whole: Entry[] = []
    for (const entry of batch)
      await local.check(entry.envelope.id).then(
        () => whole.push(entry),
        (error) => leave(entry, error),
      )
    try {
      await transaction(pool, async (client) => {
        for (const entry of whole) await store(client, entry)
      })
    } catch (error) {
      if (isAway(error)) throw error
      let stored = 0
      if (whole.length === 1) leave(whole[0] as Entry, error)
      else for (const entry of whole) stored += await move([entry])
      return stored
    }
    for (const { envelope } of whole) keys.delete(envelope.idempotency?.key ?? '')
    await Promise.all(whole.map((entry) => local.drop(entry.envelope.id).catch((error) => leave(entry, error))))
    return whole.length
  }

  function leave({ envelope: { id } }: Entry, error: unknown): void {
    left.add(id)
    alertLeft(id, error, alert)
  }

  /** One with the same key and content is there already: this is a repetition. Another content is never lost. */
  async function store(client: Queryable, entry: Entry): Promise<void> {
    const { id, idempotency } = entry.envelope
    const source = {
      ...entry,
      read: async function* (file: string): AsyncGenerator<Buffer> {
        yield* (await local.openAttachment(id, file)) ?? []
      },
    }
    const now = clock.now()
    const known = await insertWithin(client, source, now, countsFor(idempotency?.key ?? ''))
    if (!known || known.id === id || known.payload === idempotency?.payload) return
    const envelope = { ...entry.envelope, idempotency: undefined }
    await insertWithin(client, { ...source, envelope }, now)
  }
}
