import type { Pool } from 'pg'
import type { ErasureRecords } from '../store/store.ts'
import type { Queryable } from './entries.ts'

/**
 * Arbitrary number that identifies the advisory lock. Moving a backlog holds the lock as shared; an erasure holds it
 * exclusively, so that it waits for these moves.
 */
const LOCK = 7_305_190_317

/** Records erasures, then waits for submissions that are being moved to the database. Later moves skip erased ones. */
export async function recordErasures(database: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await database.query('INSERT INTO relay.erased SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING', [ids])
  await database.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
}

/** Returns which of these submissions were erased. `recordErasures` waits until the client's transaction ends. */
export async function findErased(client: Queryable, ids: readonly string[]): Promise<Set<string>> {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [LOCK])
  const { rows } = await client.query<{ id: string }>('SELECT id FROM relay.erased WHERE id = ANY ($1)', [ids])
  return new Set(rows.map(({ id }) => id))
}

/**
 * Copies the records of erasures from the spool to the database and back, so that either can be restored from a backup.
 * @param now milliseconds since 1970
 * @returns the ids of stored submissions that were erased
 */
export async function syncErasures(pool: Pool, records: ErasureRecords, now: number): Promise<string[]> {
  const select = async (from: string) =>
    (await pool.query<{ id: string }>(`SELECT id FROM relay.erased ${from}`)).rows.map(({ id }) => id)
  const subtract = (ids: ReadonlySet<string>, others: ReadonlySet<string>) => [...ids].filter((id) => !others.has(id))
  const local = await records.list()
  const shared = new Set(await select(''))
  await recordErasures(pool, subtract(local, shared))
  // Ignores the error, because the next connection copies them again.
  await records.add(subtract(shared, local), now).catch(() => {})
  return select('JOIN relay.submission USING (id)')
}
