import type { Pool } from 'pg'
import { type Clock, DAY } from '../clock.ts'
import type { Alert } from '../store/alert.ts'
import { getLowestId } from '../store/ids.ts'
import type { ExpiryHandler, Retention } from '../store/retention.ts'
import type { EntryPlace } from '../store/store.ts'

/** Maximum number of rows per statement, to keep statements short and locks brief. */
export interface SweepBatchSizes {
  entries: number
  /** Limit for tables with small rows. */
  rows: number
}
const BATCH: SweepBatchSizes = { entries: 100, rows: 1000 }

interface SweepContext {
  pool: Pool
  clock: Clock
  alert(alert: Alert): void
  onExpired: ExpiryHandler
  /** Checked before each statement. */
  shouldContinue(): boolean
  batch?: SweepBatchSizes | undefined
}

/**
 * Deletes expired entries in `done` and `spam`, expired dead letters of forms with a retention period, and expired keys
 * and links. Makes deliveries due that have waited too long for a confirmation, so that they end.
 */
export async function deleteExpiredRows(
  context: SweepContext,
  { doneDays, spamDays, formDays = new Map() }: Retention,
): Promise<void> {
  const { pool, clock, onExpired, shouldContinue, batch = BATCH } = context
  if (!(await areClocksPlausible(context))) return
  const sweep = async (
    table: string,
    key: string,
    limit: number,
    condition: string,
    values: unknown[] = [],
    onDeleted = (_keys: string[]) => {},
  ) => {
    const text = `
      DELETE FROM relay.${table} WHERE ${key} IN (
        SELECT ${key} FROM relay.${table} WHERE ${condition} LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) RETURNING ${key} AS key`
    while (shouldContinue()) {
      const { rows } = await pool.query<{ key: string }>(text, values)
      if (rows.length > 0) onDeleted(rows.map(({ key }) => key))
      if (rows.length < limit) return
    }
  }
  const sweepEntries = (place: EntryPlace, condition: string, values: unknown[]) =>
    sweep('submission', 'id', batch.entries, `place = $1 AND ${condition}`, [place, ...values], (ids) =>
      onExpired(place, ids),
    )
  const ended = `ended_at < now() - $2 * interval '1 day' AND form_type <> ALL ($3)`
  await sweepEntries('done', ended, [doneDays, [...formDays.keys()]])
  await sweepEntries('spam', ended, [spamDays, [...formDays.keys()]])
  for (const [formType, days] of formDays)
    for (const place of ['done', 'spam', 'dead'] as const)
      await sweepEntries(place, 'id < $2 AND form_type = $3', [getLowestId(clock.now() - days * DAY), formType])
  await pool.query(`UPDATE relay.delivery SET status = 'waiting' WHERE status = 'unconfirmed' AND next_at < now()`)
  await sweep('idempotency', 'key', batch.rows, `received_at < now() - interval '1 day'`)
  await sweep('link_use', 'link', batch.rows, 'until < now()')
}

/**
 * Reports whether the clocks of the database and this machine agree. If either is wrong, unexpired entries may look
 * expired.
 */
async function areClocksPlausible({ pool, clock, alert }: SweepContext): Promise<boolean> {
  const { rows } = await pool.query<{ now: number }>('SELECT extract(epoch FROM now())::float8 * 1000 AS now')
  const difference = Math.abs((rows[0]?.now ?? Number.NaN) - clock.now())
  if (difference <= DAY) return true
  const days = Math.round(difference / DAY)
  alert({
    kind: 'clock',
    detail: `the clocks of the database and of this machine differ by ${days} days; old entries are kept until they agree`,
  })
  return false
}
