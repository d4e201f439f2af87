import { type ClientBase, DatabaseError } from 'pg'
import { openConnection } from './database.ts'

/** Thrown if this relay must not use the database until an operator fixes it. `message` is for operators. */
class Refused extends Error {
  override name = 'Refused'
}

/** SQLSTATE codes of configuration errors: wrong user or password, no such database, missing privileges. */
const SETUP_ERROR_CODES = /^(?:28|3D|42501)/

/**
 * Reports whether an error means that the server rejects the user, password, database or privileges, for example while
 * a password is being changed.
 */
export function isLoginError(error: unknown): boolean {
  return error instanceof DatabaseError && SETUP_ERROR_CODES.test(error.code ?? '')
}

/**
 * Reports whether an error means that an operator must fix the settings or the database, not just that the database is
 * unavailable.
 */
export function isSetupError(error: unknown): boolean {
  // The `open` system call fails, for example, if a certificate file named in the URL is missing.
  return isLoginError(error) || error instanceof Refused || (error as NodeJS.ErrnoException).syscall === 'open'
}

/**
 * All migrations in order. Append new migrations; never change existing ones. `state` is `json` because `jsonb` rejects
 * `\u0000`, which responses from receivers may contain.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE relay.submission (
    id uuid PRIMARY KEY,
    place text NOT NULL,
    received_at timestamptz NOT NULL,
    form_type text NOT NULL,
    envelope text NOT NULL,
    problem text,
    ended_at timestamptz
  );
  CREATE INDEX ON relay.submission (place, id);
  CREATE INDEX ON relay.submission (place, ended_at) WHERE ended_at IS NOT NULL;

  CREATE TABLE relay.delivery (
    submission_id uuid REFERENCES relay.submission ON DELETE CASCADE,
    target text,
    status text NOT NULL,
    next_at timestamptz NOT NULL,
    claimed_by uuid,
    claimed_until timestamptz,
    state json NOT NULL,
    PRIMARY KEY (submission_id, target)
  );
  CREATE INDEX ON relay.delivery (target, next_at) WHERE status = 'waiting';
  CREATE INDEX ON relay.delivery (claimed_until) WHERE status = 'sending';

  CREATE TABLE relay.chunk (
    submission_id uuid REFERENCES relay.submission ON DELETE CASCADE,
    file text,
    number integer,
    bytes bytea NOT NULL,
    PRIMARY KEY (submission_id, file, number)
  );
  ALTER TABLE relay.chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

  CREATE TABLE relay.idempotency (
    key text PRIMARY KEY,
    submission_id uuid NOT NULL,
    payload text NOT NULL,
    received_at timestamptz NOT NULL
  );
  CREATE INDEX ON relay.idempotency (submission_id);
  CREATE INDEX ON relay.idempotency (received_at);

  CREATE TABLE relay.link_use (link text PRIMARY KEY, uses integer NOT NULL, until timestamptz NOT NULL);`,

  `CREATE TABLE relay.erased (id uuid PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());`,

  `CREATE TABLE relay.outcome (
    submission_id uuid REFERENCES relay.submission ON DELETE CASCADE,
    number bigint GENERATED ALWAYS AS IDENTITY,
    record json NOT NULL,
    PRIMARY KEY (submission_id, number)
  );`,

  `CREATE TABLE relay.form_count (
    day date,
    form_type text,
    step text,
    count bigint NOT NULL,
    PRIMARY KEY (day, form_type, step)
  );`,
]

/** Arbitrary number that identifies the advisory lock. */
const LOCK = 7_305_190_316

/** Oldest supported version of PostgreSQL. */
const OLDEST = 13

export interface DatabaseState {
  /** Version of the server, such as `15.14`. */
  version: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  encoding: string
  /** Number of the last migration; 0 if there is none. */
  migration: number
  /** The database's time, in milliseconds since 1970. */
  now: number
}

/** Reads the settings of the server and the database. */
export async function readDatabaseState(client: Pick<ClientBase, 'query'>): Promise<DatabaseState> {
  const { rows } = await client.query<DatabaseState & { migrated: boolean }>(
    `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
       current_setting('full_page_writes') AS full_page_writes,
       current_setting('synchronous_commit') AS synchronous_commit, current_setting('server_encoding') AS encoding,
       to_regclass('relay.migration') IS NOT NULL AS migrated, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`,
  )
  const { migrated, ...condition } = rows[0] as DatabaseState & { migrated: boolean }
  return { ...condition, migration: migrated ? await lastMigration(client) : 0 }
}

async function lastMigration(client: Pick<ClientBase, 'query'>): Promise<number> {
  const { rows } = await client.query('SELECT coalesce(max(number), 0) AS last FROM relay.migration')
  return rows[0].last
}

/** Returns the reason why a relay cannot use the database; undefined if it can. */
export function findIncompatibility(condition: DatabaseState): string | undefined {
  const { version, encoding, migration } = condition
  const off = (['fsync', 'full_page_writes'] as const).find((name) => condition[name] !== 'on')
  if (Number.parseInt(version, 10) < OLDEST) return `it is PostgreSQL ${version}; ${OLDEST} or newer is required`
  if (off) return `${off} is ${condition[off]}, so commits might not survive a power failure. Turn it on`
  if (encoding !== 'UTF8') return `its encoding is ${encoding}; create the database with ENCODING 'UTF8'`
  if (migration > MIGRATIONS.length)
    return `a newer relay has applied migration ${migration}, but this one supports only ${MIGRATIONS.length}. Start the newer version`
  return undefined
}

/** Migrates the tables. Only one relay migrates at a time. @throws Refused if this relay must not use the database */
export async function migrateDatabase(url: string): Promise<void> {
  // There is no timeout, because a migration may change many rows or wait for another relay.
  const client = await openConnection(url, () => {}, 0)
  try {
    const condition = await readDatabaseState(client)
    const refusal = findIncompatibility(condition)
    if (refusal) throw new Refused(refusal)
    if (condition.migration < MIGRATIONS.length) await migrate(client)
  } finally {
    await client.end()
  }
}

async function migrate(client: ClientBase): Promise<void> {
  try {
    await client.query('BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0')
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`)
    await client.query('CREATE SCHEMA IF NOT EXISTS relay')
    await client.query(
      'CREATE TABLE IF NOT EXISTS relay.migration (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    )
    // Reads the last migration's number after locking, because another relay may have migrated the tables meanwhile.
    for (let number = (await lastMigration(client)) + 1; number <= MIGRATIONS.length; number++) {
      await client.query(MIGRATIONS[number - 1] as string)
      await client.query('INSERT INTO relay.migration VALUES ($1)', [number])
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    if (error instanceof DatabaseError && error.code === '42501')
      throw new Refused(`the tables cannot be created: ${error.message}. Run GRANT CREATE ON DATABASE … to allow it`)
    throw error
  }
}
