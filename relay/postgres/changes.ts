import type { ClientBase, Pool } from 'pg'
import type { Alert } from '../store/alert.ts'
import {
  assertReleasable,
  createDeliveryState,
  getFinalPlace,
  markAbandoned,
  markRetried,
} from '../store/delivery-state.ts'
import { createUnusableEntryAlert, DamagedEntryError } from '../store/envelope-text.ts'
import { ENTRY_PLACES, isId } from '../store/ids.ts'
import {
  createConfirmation,
  createOutcomeRecord,
  type EntryRecord,
  type NewRecord,
  type RecordHandler,
} from '../store/records.ts'
import type { DeliveryState, Entry, EntryPlace, FailedChange, StoreOperations } from '../store/store.ts'
import { createPool, describeDatabaseError, redactDatabaseUrl, runTransaction } from './database.ts'
import {
  createPostgresReader,
  type EntryRow,
  findEntryRow,
  openPostgresReader,
  type Queryable,
  toEntry,
} from './entries.ts'
import { recordErasures } from './erasures.ts'
import { createNewEntry, insertEntryInTransaction, toDeliveryColumns } from './submissions.ts'

/** Channel for notifications about due deliveries. */
export const NOTIFY_CHANNEL = 'relay'

/** Stores new delivery states and the place of the entry. Ends all claims on these deliveries. */
const WRITE = `
  WITH moved AS (
    UPDATE relay.submission
    SET place = $2, ended_at = CASE WHEN $2 = 'done' THEN now() END
    WHERE id = $1 AND place <> $2
  )
  INSERT INTO relay.delivery (submission_id, target, status, next_at, state)
  SELECT $1, target, status, now() + wait * interval '1 ms', state
  FROM unnest($3::text[], $4::text[], $5::float8[], $6::json[]) AS new (target, status, wait, state)
  ON CONFLICT (submission_id, target) DO UPDATE
  SET status = excluded.status, next_at = excluded.next_at, state = excluded.state,
    claimed_by = NULL, claimed_until = NULL`

/** Stores a record. If it is a confirmation, also makes the deliveries due that wait for it. */
const RECORD = `
  WITH started AS (
    UPDATE relay.delivery SET status = 'waiting', next_at = now()
    WHERE submission_id = $1 AND status = 'unconfirmed' AND $2::json ->> 'status' = 'confirmed'
  )
  INSERT INTO relay.outcome (submission_id, record) VALUES ($1, $2)`

/** Stops all deliveries of an entry and deletes its idempotency key, so that the sender can submit again. */
const SET_ASIDE = `
  WITH stopped AS (UPDATE relay.delivery SET status = 'set aside', claimed_by = NULL WHERE submission_id = $1),
    forgotten AS (DELETE FROM relay.idempotency WHERE submission_id = $1)
  UPDATE relay.submission SET place = 'corrupt', problem = $2, ended_at = NULL WHERE id = $1 AND place <> 'corrupt'`

/** Moves an entry to `corrupt` and stores the reason, if the error is a DamagedEntryError. @throws any other error */
export async function quarantineEntry(
  database: Queryable,
  id: string,
  error: unknown,
  alert: (alert: Alert) => void,
): Promise<undefined> {
  if (!(error instanceof DamagedEntryError)) throw error
  const { rowCount } = await database.query(SET_ASIDE, [id, error.message])
  if (rowCount) alert({ kind: 'corrupt', id, detail: error.message })
}

/** New delivery states of an entry, its new place if it moves, and the record and event to add. */
interface Change extends Partial<NewRecord> {
  states?: readonly DeliveryState[]
  place?: EntryPlace | undefined
}

/**
 * Locks an entry and changes it. Moves the entry if it no longer has open deliveries.
 * @param work receives the entry and the database's time; returns undefined to change nothing
 */
export async function changeEntry(
  pool: Pool,
  id: string,
  alert: (alert: Alert) => void,
  work: (entry: Entry, now: number, row: EntryRow) => Change | undefined,
): Promise<'changed' | 'damaged' | 'missing'> {
  return runTransaction(pool, async (client, now) => {
    const row = await lockRow(client, id)
    if (!row) return 'missing'
    let entry: Entry
    try {
      entry = toEntry(row)
    } catch (error) {
      await quarantineEntry(client, id, error, alert)
      return 'damaged'
    }
    const change = work(entry, now, row)
    if (!change) return 'changed'
    const { states = [], record, event } = change
    if (record) await client.query(RECORD, [id, JSON.stringify(record)])
    if (event) await insertEntryInTransaction(client, createNewEntry(event), now)
    const all = entry.deliveries.map((old) => states.find(({ target }) => target === old.target) ?? old)
    const place = change.place ?? getFinalPlace(all) ?? 'queue'
    if (states.length > 0) await client.query(WRITE, [id, place, ...toDeliveryColumns(states, now)])
    if (record || states.some(({ status, nextAt }) => status === 'waiting' && nextAt <= now))
      await client.query(`NOTIFY ${NOTIFY_CHANNEL}`)
    return 'changed'
  })
}

/** Locks an entry's deliveries, sorted by target, and then the entry: always in this order, to avoid deadlocks. */
async function lockRow(client: ClientBase, id: string): Promise<EntryRow | undefined> {
  if (!isId(id)) return undefined
  await client.query('SELECT FROM relay.delivery WHERE submission_id = $1 ORDER BY target FOR UPDATE', [id])
  await client.query('SELECT FROM relay.submission WHERE id = $1 FOR UPDATE', [id])
  return findEntryRow(client, id)
}

export function createPostgresOperations(
  pool: Pool,
  url: string,
  alert: (alert: Alert) => void,
  onRecorded: RecordHandler = () => {},
): StoreOperations {
  const missing = (id: string) => new Error(`There is no submission ${id} in ${redactDatabaseUrl(url)}.`)
  const change = async (id: string, work: (entry: Entry, now: number) => Change | undefined): Promise<void> => {
    let record: EntryRecord | undefined
    const end = await changeEntry(pool, id, alert, (entry, now) => {
      const change = work(entry, now)
      record = change?.record
      return change
    })
    if (end === 'missing') throw missing(id)
    if (end === 'damaged') throw new Error(`${id} is damaged and was moved to corrupt.`)
    if (record) onRecorded(id, record)
  }
  /** @returns false if the entry does not exist */
  const remove = (id: string): Promise<boolean> =>
    runTransaction(pool, async (client) => {
      if (!(await lockRow(client, id))) return false
      await client.query('DELETE FROM relay.idempotency WHERE submission_id = $1', [id])
      await client.query('DELETE FROM relay.submission WHERE id = $1', [id])
      return true
    })
  return {
    retry: (id, target) => change(id, (entry, now) => ({ states: markRetried(entry, target, now), place: 'queue' })),
    abandon: (id, target) => change(id, (entry, now) => ({ states: [markAbandoned(entry, target, now)] })),
    release: (id) =>
      change(id, ({ envelope, place }) => {
        assertReleasable(id, place)
        const states = envelope.targets.map((target) => createDeliveryState(target, envelope))
        return { states, place: 'queue' }
      }),
    async drop(id) {
      if (!(await remove(id))) throw missing(id)
    },
    recordOutcome: (id, outcome, targets) =>
      change(id, (entry, now) => createOutcomeRecord(entry, outcome, targets, now)),
    confirm: (id) => change(id, (entry, now) => createConfirmation(entry, now)),
    async erase(ids) {
      await recordErasures(pool, ids)
      const failed: FailedChange[] = []
      for (const id of ids) await remove(id).catch((error) => failed.push({ id, reason: describeDatabaseError(error) }))
      return failed
    },
    async verify() {
      const reader = createPostgresReader(pool)
      let checked = 0
      const corrupt: string[] = []
      for await (const { id } of reader.list({ places: ENTRY_PLACES.filter((place) => place !== 'corrupt') })) {
        checked++
        try {
          await reader.check(id).catch(async (error) => {
            await quarantineEntry(pool, id, error, alert)
            corrupt.push(id)
          })
        } catch (error) {
          alert(createUnusableEntryAlert(id, error, 'database'))
        }
      }
      return { checked, corrupt }
    },
  }
}

/**
 * Opens a database so that commands can change entries while relays are running.
 * @throws Error with a message for the operator
 */
export async function openPostgresOperations(url: string): Promise<StoreOperations & { close(): Promise<void> }> {
  await (await openPostgresReader(url)).close()
  const pool = createPool(url)
  // Raises no alerts, because the command reports the result itself.
  return { ...createPostgresOperations(pool, url, () => {}), close: () => pool.end() }
}
