import type { Pool } from 'pg'
import type { Retention } from '../spool/retention.ts'

/** Rows that are deleted at once: what else is going on is not kept waiting by it. */
const BATCH = 100

const OLD_ENTRIES = `
  DELETE FROM relay.submission WHERE id IN (
    SELECT id FROM relay.submission WHERE place = $1 AND ended_at < now() - $2 * interval '1 day'
    LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )`

/** Removes what is to be kept no longer, whichever relay comes first. Dead letters stay. */
export async function sweepOld(pool: Pool, { doneDays, spamDays }: Retention): Promise<void> {
  for (const [place, days] of [
    ['done', doneDays],
    ['spam', spamDays],
  ] as const)
    while ((await pool.query(OLD_ENTRIES, [place, days])).rowCount === BATCH);
  await pool.query(`DELETE FROM relay.idempotency WHERE received_at < now() - interval '1 day'`)
  await pool.query('DELETE FROM relay.link_use WHERE until < now()')
}
