import type { Pool } from 'pg'
import { getFirstKeptDay } from '../store/form-counts.ts'
import type { FormCount } from '../store/store.ts'

/** Adds to the counts in the database, and deletes old ones. @param now milliseconds since 1970 */
export async function addDatabaseCounts(
  database: Pick<Pool, 'query'>,
  counts: readonly FormCount[],
  now: number,
): Promise<void> {
  const text = `
    INSERT INTO relay.form_count AS known
    SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::bigint[])
    ON CONFLICT (day, form_type, step) DO UPDATE SET count = known.count + excluded.count`
  const columns = [
    counts.map(({ day }) => day),
    counts.map(({ formType }) => formType),
    counts.map(({ step }) => step),
    counts.map(({ count }) => count),
  ]
  await database.query(text, columns)
  await database.query('DELETE FROM relay.form_count WHERE day < $1', [getFirstKeptDay(now)])
}

/** Returns the counts in the database since a UTC date. */
export async function listDatabaseCounts(database: Pick<Pool, 'query'>, since: string): Promise<FormCount[]> {
  const text = `
    SELECT day::text, form_type AS "formType", step, count::float8 AS count FROM relay.form_count WHERE day >= $1`
  return (await database.query<FormCount>(text, [since])).rows
}
