import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import { createDeliveryState, markClaimed } from '../store/delivery-state.ts'
import { createPlaceholderEnvelope, DamagedEntryError, parseEnvelope } from '../store/envelope-text.ts'
import { ENTRY_PLACES, isId } from '../store/ids.ts'
import { addRecords, type EntryRecord } from '../store/records.ts'
import type { DeliveryState, Entry, EntryListItem, EntryPlace, Envelope, StoreReader } from '../store/store.ts'
import { createPool, describeDatabaseError, isDatabaseUnavailable, redactDatabaseUrl } from './database.ts'
import { listDatabaseCounts } from './form-counts.ts'
import { findIncompatibility, isSetupError, MIGRATIONS, readDatabaseState } from './migrations.ts'

/** A pool, or a connection in a transaction. */
export type Queryable = Pick<Pool, 'query'>

/** Attachment bytes per row, a trade-off between row count and memory. */
export const CHUNK_BYTES = 256 * 1024

/** Lowest and highest possible id. */
const LOWEST = '00000000-0000-0000-0000-000000000000'
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Maximum number of entries per query. */
const PAGE = 200

export interface EntryRow {
  id: string
  place: EntryPlace
  envelope: string
  problem: string | null
  deliveries: { status: string; state: DeliveryState; token: string | null; expired: boolean | null }[]
  records: EntryRecord[]
}

const RECORDS = `
  (SELECT coalesce(json_agg(o.record ORDER BY o.number), '[]') FROM relay.outcome o WHERE o.submission_id = s.id)
  AS records`

/** Selects entries. The `state` of a delivery that is being sent is its state before the claim. */
const ENTRY = `
  SELECT s.id, s.place, s.envelope, s.problem, (
    SELECT coalesce(json_agg(json_build_object('status', d.status, 'state', d.state, 'token', d.claimed_by,
      'expired', d.claimed_until < now())), '[]')
    FROM relay.delivery d WHERE d.submission_id = s.id
  ) AS deliveries, ${RECORDS}
  FROM relay.submission s`

type OverviewRow = Pick<EntryRow, 'id' | 'place' | 'envelope' | 'records'>

/** Maximum number of entries per query, if their deliveries are not read. */
const OVERVIEW_PAGE = 1000

const OVERVIEWS = `
  SELECT s.id, s.place, s.envelope, ${RECORDS} FROM relay.submission s
  WHERE s.place <> 'corrupt' AND s.id >= $1 AND s.id < $2 AND ($3::uuid IS NULL OR s.id > $3)
  ORDER BY s.id LIMIT $4`

export async function findEntryRow(database: Queryable, id: string): Promise<EntryRow | undefined> {
  if (!isId(id)) return undefined
  return (await database.query<EntryRow>(`${ENTRY} WHERE s.id = $1`, [id])).rows[0]
}

/** Converts a row to an entry. @throws DamagedEntryError, NewerVersionError */
export function toEntry({ id, place, envelope: text, problem, deliveries, records }: EntryRow): Entry {
  const parse = place === 'corrupt' ? parseOrPlaceholder : parseEnvelope
  const stored = { ...addRecords(parse(text, id), records), place, location: `table relay.submission, id ${id}` }
  if (place === 'corrupt') return { ...stored, deliveries: [], problem: problem ?? 'damaged' }
  const states = stored.envelope.targets.map((target) => {
    const row = deliveries.find(({ state }) => state.target === target)
    // Rows do not contain whether the visitor has confirmed.
    const isNew = !row || row.state.status === 'unconfirmed'
    const state = isNew ? createDeliveryState(target, stored.envelope) : row.state
    return row?.status === 'sending' ? markClaimed(state) : state
  })
  return { ...stored, deliveries: states }
}

function parseOrPlaceholder(text: string, id: string): Envelope {
  try {
    return parseEnvelope(text, id)
  } catch {
    return createPlaceholderEnvelope(id)
  }
}

/** Verifies the checksums of attachments on the database server. @throws DamagedEntryError */
export async function verifyAttachments(database: Queryable, { id, attachments }: Envelope): Promise<void> {
  if (attachments.length === 0) return
  const { rows } = await database.query<{ file: string; size: number; sha256: string }>(
    `SELECT file, sum(length(bytes))::float8 AS size, encode(sha256(string_agg(bytes, '' ORDER BY number)), 'hex') AS sha256
     FROM relay.chunk WHERE submission_id = $1 GROUP BY file`,
    [id],
  )
  for (const { file, size, sha256 } of attachments) {
    const found = rows.find((row) => row.file === file)
    if (!found) throw new DamagedEntryError(`${file} is missing`)
    if (found.size !== size) throw new DamagedEntryError(`${file} has ${found.size} bytes instead of ${size}`)
    if (found.sha256 !== sha256) throw new DamagedEntryError(`${file} does not match its checksum`)
  }
}

/** Selects bytes as Base64, which is twice as fast as the default hexadecimal format. */
const READ_CHUNK = `
  SELECT encode(bytes, 'base64') AS bytes FROM relay.chunk WHERE submission_id = $1 AND file = $2 AND number = $3`

/** Creates a reader for entries in the database; see `StoreReader`. */
export function createPostgresReader(database: Queryable): Omit<StoreReader, 'close'> {
  return {
    async *list({ places = ENTRY_PLACES, order = 'oldest', since = LOWEST, before = HIGHEST } = {}) {
      const [after, direction] = order === 'oldest' ? ['>', 'ASC'] : ['<', 'DESC']
      for (let last: string | undefined; ; ) {
        const { rows }: { rows: EntryRow[] } = await database.query<EntryRow>(
          `${ENTRY}
          WHERE s.place = ANY ($1) AND s.id >= $2 AND s.id < $3 AND ($4::uuid IS NULL OR s.id ${after} $4)
          ORDER BY s.id ${direction} LIMIT $5`,
          [places, since, before, last, PAGE],
        )
        for (const row of rows) yield listed(row)
        last = rows.at(-1)?.id
        if (rows.length < PAGE) return
      }
    },
    async *listOverviews({ since = LOWEST, before = HIGHEST }, onUnreadable) {
      for (let last: string | undefined; ; ) {
        const { rows }: { rows: OverviewRow[] } = await database.query<OverviewRow>(OVERVIEWS, [
          since,
          before,
          last,
          OVERVIEW_PAGE,
        ])
        for (const row of rows)
          try {
            yield { ...addRecords(parseEnvelope(row.envelope, row.id), row.records), place: row.place }
          } catch (error) {
            onUnreadable(`${row.place}/${row.id}`, error as Error)
          }
        last = rows.at(-1)?.id
        if (rows.length < OVERVIEW_PAGE) return
      }
    },
    async count(place) {
      const text = 'SELECT count(*)::float8 AS count FROM relay.submission WHERE place = $1'
      return (await database.query<{ count: number }>(text, [place])).rows[0]?.count ?? 0
    },
    async read(id) {
      const row = await findEntryRow(database, id)
      return row && toEntry(row)
    },
    async check(id) {
      const row = await findEntryRow(database, id)
      if (row) await verifyAttachments(database, parseEnvelope(row.envelope, id))
    },
    async openAttachment(id, file, { start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) {
      if (!isId(id)) return undefined
      const first = Math.floor(start / CHUNK_BYTES)
      const readChunk = async (number: number): Promise<Buffer | undefined> => {
        const [row] = (await database.query<{ bytes: string }>(READ_CHUNK, [id, file, number])).rows
        return row && Buffer.from(row.bytes, 'base64')
      }
      const begin = await readChunk(first)
      if (!begin) return undefined
      async function* bytes(): AsyncGenerator<Buffer> {
        for (let number = first; number * CHUNK_BYTES <= end; number++) {
          const chunk = number === first ? begin : await readChunk(number)
          if (!chunk) return
          yield chunk.subarray(Math.max(start - number * CHUNK_BYTES, 0), end + 1 - number * CHUNK_BYTES)
          if (chunk.length < CHUNK_BYTES) return
        }
      }
      return Readable.from(bytes(), { objectMode: false })
    },
    listFormCounts: (since) => listDatabaseCounts(database, since),
  }
}

function listed(row: EntryRow): EntryListItem {
  const { id, place } = row
  try {
    return { id, place, entry: toEntry(row) }
  } catch (error) {
    return { id, place, error: error as Error }
  }
}

/**
 * Opens a database so that commands can read entries while relays are running.
 * @throws Error with a message for the operator
 */
export async function openPostgresReader(url: string): Promise<StoreReader> {
  const pool = createPool(url)
  try {
    const condition = await readDatabaseState(pool)
    const older = condition.migration < MIGRATIONS.length
    const refusal = older ? 'no relay of this version has used it yet. Start one' : findIncompatibility(condition)
    if (refusal) throw new Error(`The database ${redactDatabaseUrl(url)} cannot be read: ${refusal}.`)
  } catch (error) {
    await pool.end()
    throw isDatabaseUnavailable(error) || isSetupError(error)
      ? new Error(`${redactDatabaseUrl(url)}: ${describeDatabaseError(error)}`)
      : error
  }
  return { ...createPostgresReader(pool), close: () => pool.end() }
}
