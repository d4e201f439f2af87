import type { Pool } from 'pg'
import { type Clock, DAY } from '../clock.ts'
import type { Alert } from '../monitoring/alert.ts'
import type { Retention } from '../spool/retention.ts'

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
  /** Checked before each statement. */
  shouldContinue(): boolean
  batch?: SweepBatchSizes | undefined
}

/** Deletes expired entries in `done` and `spam`, and expired keys and links. Keeps dead letters. */
export async function deleteExpiredRows(context: SweepContext, { doneDays, spamDays }: Retention): Promise<void> {
  const { pool, shouldContinue, batch = BATCH } = context
  if (!(await areClocksPlausible(context))) return
  const sweep = async (table: string, key: string, limit: number, condition: string, values: unknown[] = []) => {
    const text = `
      DELETE FROM relay.${table} WHERE ${key} IN (
        SELECT ${key} FROM relay.${table} WHERE ${condition} LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )`
    while (shouldContinue() && (await pool.query(text, values)).rowCount === limit);
  }
  const ended = `place = $1 AND ended_at < now() - $2 * interval '1 day'`
  await sweep('submission', 'id', batch.entries, ended, ['done', doneDays])
  await sweep('submission', 'id', batch.entries, ended, ['spam', spamDays])
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
