import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Alert } from '../store/alert.ts'
import { createUnusableEntryAlert } from '../store/envelope-text.ts'
import { getKeyLifetime } from '../store/page-keys.ts'
import { OUTCOME_FORM_TYPE } from '../store/records.ts'
import type { Draft, Entry, EntryPlace, Envelope, ExistingSubmission, Store } from '../store/store.ts'
import { isDatabaseUnavailable, runTransaction } from './database.ts'
import type { Queryable } from './entries.ts'
import { findErased } from './erasures.ts'
import { insertEntryInTransaction } from './submissions.ts'

/** Maximum number of submissions per commit. */
const BATCH = 50

/** Places from which entries are moved, most urgent first. Damaged entries stay in the spool for an operator. */
const DRAINED: readonly EntryPlace[] = ['queue', 'dead', 'spam', 'done']

const DRAIN_ORDER = [false, true].flatMap((areEvents) => DRAINED.map((place) => [place, areEvents] as const))

/** Counts entries in a local spool that are waiting to be moved to the database. */
export async function countLocalBacklog(local: Pick<Store, 'count'>): Promise<number> {
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

/** Moves submissions from the local spool to a database that was unavailable or has just been configured. */
export function createLocalBacklog({ pool, local, clock, alert }: BacklogOptions) {
  /** Idempotency keys of submissions that are not in the database yet. */
  const keys = new Set<string>()
  /** Ids of entries that cannot be read, or that the database rejects while it is available. */
  const skipped = new Set<string>()

  return {
    holds: (envelope: Envelope): boolean => keys.has(envelope.idempotency?.key ?? ''),

    async commitLocally(draft: Draft, envelope: Envelope, validFor?: number): Promise<ExistingSubmission | undefined> {
      const existing = await draft.commit(envelope, validFor)
      if (!existing && envelope.idempotency) keys.add(envelope.idempotency.key)
      return existing
    },

    count: (): Promise<number> => countLocalBacklog(local),

    /** Includes skipped entries in the next drain. */
    retrySkipped: (): void => skipped.clear(),

    /**
     * Moves all entries to the database, oldest first. Events are moved last, because they are sent only if the
     * database contains their submissions.
     * @returns the number of moved entries
     * @throws if the database becomes unavailable again
     */
    async drain(shouldContinue: () => boolean): Promise<number> {
      let stored = 0
      for (const [place, areEvents] of DRAIN_ORDER) {
        let batch: Entry[] = []
        for await (const { id, entry } of local.list({ places: [place] })) {
          if (!shouldContinue()) return stored
          const isEvent = entry?.envelope.formType === OUTCOME_FORM_TYPE
          if (entry && isEvent === areEvents && !skipped.has(id)) batch.push(entry)
          if (batch.length < BATCH) continue
          stored += await move(batch)
          batch = []
        }
        if (batch.length > 0) stored += await move(batch)
      }
      return stored
    },
  }

  /** Moves entries in one commit, because commits are slow. If the database rejects one, commits each separately. */
  async function move(batch: readonly Entry[]): Promise<number> {
    const intact: Entry[] = []
    for (const entry of batch)
      await local.check(entry.envelope.id).then(
        () => intact.push(entry),
        (error) => skip(entry, error),
      )
    try {
      await runTransaction(pool, async (client) => {
        const erased = await findErased(
          client,
          intact.map(({ envelope }) => envelope.id),
        )
        for (const entry of intact) if (!erased.has(entry.envelope.id)) await store(client, entry)
      })
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      let stored = 0
      if (intact.length === 1) skip(intact[0] as Entry, error)
      else for (const entry of intact) stored += await move([entry])
      return stored
    }
    for (const { envelope } of intact) keys.delete(envelope.idempotency?.key ?? '')
    await Promise.all(intact.map((entry) => local.drop(entry.envelope.id).catch((error) => skip(entry, error))))
    return intact.length
  }

  function skip({ envelope: { id } }: Entry, error: unknown): void {
    skipped.add(id)
    alert(createUnusableEntryAlert(id, error, 'database'))
  }

  /**
   * Stores an entry. Skips it if the database contains a submission with the same key and content. If only the key is
   * the same, stores the entry without its key.
   */
  async function store(client: Queryable, entry: Entry): Promise<void> {
    const { id, idempotency } = entry.envelope
    const source = {
      ...entry,
      read: async function* (file: string): AsyncGenerator<Buffer> {
        yield* (await local.openAttachment(id, file)) ?? []
      },
    }
    const now = clock.now()
    const existing = await insertEntryInTransaction(client, source, now, getKeyLifetime(idempotency?.key ?? ''))
    if (!existing || existing.id === id || existing.payload === idempotency?.payload) return
    const envelope = { ...entry.envelope, idempotency: undefined }
    await insertEntryInTransaction(client, { ...source, envelope }, now)
  }
}
