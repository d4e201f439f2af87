import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import { DAY } from '../clock.ts'
import { createDeliveryState, getDueTime } from '../store/delivery-state.ts'
import { formatEnvelope } from '../store/envelope-text.ts'
import type { DeliveryState, Draft, Entry, Envelope, ExistingSubmission, RandomAccessFile } from '../store/store.ts'
import { runTransaction } from './database.ts'
import { CHUNK_BYTES, type Queryable } from './entries.ts'

/** An entry to store, and a function that reads its attachments. */
interface NewEntry extends Pick<Entry, 'envelope' | 'place' | 'deliveries'>, Partial<Pick<Entry, 'outcomes'>> {
  read(file: string): AsyncIterable<Buffer>
}

/** Returns the entry of a new submission, without attempts to deliver it. */
export function createNewEntry(envelope: Envelope, read: NewEntry['read'] = () => Readable.from([])): NewEntry {
  const { spam, targets } = envelope
  return {
    envelope,
    place: spam.length > 0 ? 'spam' : 'queue',
    deliveries: targets.map((target) => createDeliveryState(target, envelope)),
    read,
  }
}

/**
 * Inserts an entry with one statement, so that an entry without files needs no transaction. Inserts nothing if the id
 * exists or another submission has the same key, unless that key has expired.
 */
const INSERT = {
  name: 'insert',
  text: `
  WITH own_key AS (
    INSERT INTO relay.idempotency AS known (key, submission_id, payload, received_at)
    SELECT $5, $1, $6, $3::timestamptz WHERE $5::text IS NOT NULL
    ON CONFLICT (key) DO UPDATE
      SET submission_id = excluded.submission_id, payload = excluded.payload, received_at = excluded.received_at
      WHERE known.submission_id <> excluded.submission_id
        AND abs(extract(epoch FROM excluded.received_at - known.received_at)) * 1000 >= $7::float8
    RETURNING key
  ), inserted AS (
    INSERT INTO relay.submission (id, place, received_at, form_type, envelope, ended_at)
    SELECT $1, $2, $3::timestamptz, $4, $8, CASE WHEN $2 IN ('done', 'spam') THEN now() END
    WHERE $5::text IS NULL OR EXISTS (SELECT FROM own_key)
    ON CONFLICT (id) DO NOTHING
    RETURNING id
  ), deliveries AS (
    INSERT INTO relay.delivery (submission_id, target, status, next_at, state)
    SELECT id, target, status, now() + wait * interval '1 ms', state
    FROM inserted, unnest($9::text[], $10::text[], $11::float8[], $12::json[]) AS new (target, status, wait, state)
  ), outcomes AS (
    INSERT INTO relay.outcome (submission_id, record)
    SELECT id, record FROM inserted, unnest($13::json[]) WITH ORDINALITY AS recorded (record, number) ORDER BY number
  )
  SELECT FROM inserted`,
}

const KNOWN = 'SELECT submission_id AS id, payload, received_at AS at FROM relay.idempotency WHERE key = $1'

/**
 * Stores an entry atomically.
 * @param now this relay's time, in milliseconds since 1970
 * @param validFor how long the key is valid, in milliseconds
 * @returns the existing submission with the same key or id, in which case nothing is stored
 */
export async function insertEntry(pool: Pool, entry: NewEntry, now: number, validFor?: number) {
  return entry.envelope.attachments.length === 0
    ? insertRows(pool, entry, now, validFor)
    : runTransaction(pool, (client) => insertEntryInTransaction(client, entry, now, validFor))
}

/** Stores an entry like `insertEntry`, but within the caller's transaction. */
export async function insertEntryInTransaction(client: Queryable, entry: NewEntry, now: number, validFor?: number) {
  const existing = await insertRows(client, entry, now, validFor)
  if (!existing) for (const { file } of entry.envelope.attachments) await insertChunks(client, entry, file)
  return existing
}

async function insertRows(
  database: Queryable,
  { envelope, place, deliveries, outcomes = [] }: NewEntry,
  now: number,
  validFor = DAY,
): Promise<ExistingSubmission | undefined> {
  const { id, receivedAt, formType, idempotency: { key, payload } = {} } = envelope
  // Spam has no deliveries until it is released.
  const columns = toDeliveryColumns(place === 'spam' ? [] : deliveries, now)
  const records = outcomes.map((outcome) => JSON.stringify(outcome))
  const text = formatEnvelope(envelope)
  const values = [id, place, receivedAt, formType, key, payload, validFor, text, ...columns, records]
  for (;;) {
    const { rowCount } = await database.query({ ...INSERT, values })
    if (rowCount) return undefined
    // Without a key, only the id can exist already.
    if (key === undefined) return { id, payload: '', receivedAt }
    const [existing] = (await database.query<ExistingSubmission & { at: Date }>(KNOWN, [key])).rows
    if (existing) return { id: existing.id, payload: existing.payload, receivedAt: existing.at.toISOString() }
    // The earlier submission with the key was deleted after the first query, so the key is free.
  }
}

/** Converts deliveries to columns for `unnest`. Delays are relative, so that this relay's clock does not matter. */
export function toDeliveryColumns(states: readonly DeliveryState[], now: number): unknown[] {
  return [
    states.map(({ target }) => target),
    states.map(({ status }) => status),
    states.map((state) => Math.max(getDueTime(state, now) - now, 0)),
    states.map((state) => JSON.stringify(state)),
  ]
}

/** Inserts the rows of a file one by one, to save memory. An empty file has one row. */
async function insertChunks(database: Queryable, { envelope, read }: NewEntry, file: string): Promise<void> {
  let number = 0
  const insert = (bytes: Buffer) =>
    database.query('INSERT INTO relay.chunk VALUES ($1, $2, $3, $4)', [envelope.id, file, number++, bytes])
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of read(file)) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part])
    for (; rest.length >= CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES)) await insert(rest.subarray(0, CHUNK_BYTES))
  }
  if (rest.length > 0 || number === 0) await insert(rest)
}

interface DraftContext {
  /** Stores the entry in the database. @returns the existing submission with the same key, if there is one */
  store: (entry: NewEntry, validFor?: number) => ReturnType<Draft['commit']>
  commitLocally: (draft: Draft, envelope: Envelope, validFor?: number) => ReturnType<Draft['commit']>
  /** Reports whether to store the submission in the database. Returns false while the database is unavailable. */
  usesDatabase(envelope: Envelope): boolean
  /** Called if the database did not confirm the entry. It may have stored the entry anyway. */
  onFailure(error: unknown): void
}

/** Creates a draft that writes files locally, so that they can be checked, and commits to the database. */
export function createPostgresDraft(
  draft: Draft,
  { store, commitLocally, usesDatabase, onFailure }: DraftContext,
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
      const { id, attachments } = envelope
      const unwritten = attachments.find(({ file, sha256 }) => written.get(file) !== sha256)
      if (unwritten) throw new Error(`Submission ${id} lists ${unwritten.file}, which was not written to its draft`)
      if (committed || id !== draft.id || !usesDatabase(envelope)) return commitLocally(draft, envelope, validFor)
      const entry = createNewEntry(envelope, (file) => readWhole(() => draft.open(file)))
      try {
        const existing = await store(entry, validFor)
        committed = true
        await draft.discard().catch(() => {})
        return existing
      } catch (error) {
        onFailure(error)
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
