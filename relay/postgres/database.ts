import { Client, type ClientBase, DatabaseError, Pool, type PoolClient } from 'pg'
import { isConnectionError } from '../network/connection-errors.ts'

/** Timeouts in milliseconds after which the server counts as unavailable. They limit how long visitors wait. */
const TIMEOUTS = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 8_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** Overrides settings that would confirm commits before they are on disk, or let queries wait forever. */
const SETUP = `
  SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write');
  SET default_transaction_isolation = 'read committed';
  SET lock_timeout = '8s'; SET statement_timeout = '15s'; SET idle_in_transaction_session_timeout = '15s'`

/** Selects the database's time, which all relays share, in milliseconds since 1970. */
const NOW = 'floor(extract(epoch FROM now()) * 1000)::float8 AS now'

/** Creates a pool that opens connections on demand and replaces broken ones. */
export function createPool(url: string, connections?: number): Pool {
  const pool = new Pool({
    ...TIMEOUTS,
    connectionString: url,
    max: connections,
    application_name: 'relay',
    onConnect: (client) => client.query(SETUP) as unknown as undefined,
  })
  // Ignores the error, because the pool removes broken idle connections itself.
  return pool.on('error', () => {})
}

/**
 * Opens a separate connection.
 * @param onLost called when the connection ends
 * @param timeout limit for each query, in milliseconds; 0 means no limit
 */
export async function openConnection(
  url: string,
  onLost: (error: Error) => void = () => {},
  timeout = TIMEOUTS.query_timeout,
): Promise<Client> {
  const client = new Client({ ...TIMEOUTS, query_timeout: timeout, connectionString: url, application_name: 'relay' })
  client.on('error', onLost).on('end', () => onLost(new Error('the connection was closed')))
  try {
    await client.connect()
    await client.query(SETUP)
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
}

/** Runs a transaction. @param work receives the database's time, in milliseconds since 1970 */
export async function runTransaction<T>(pool: Pool, work: (client: ClientBase, now: number) => Promise<T>): Promise<T> {
  const client: PoolClient = await pool.connect()
  // Ignores connection errors, because the failing query reports them.
  const ignore = (): void => {}
  client.on('error', ignore)
  let failure: Error | undefined
  try {
    const [, time] = (await client.query(`BEGIN; SELECT ${NOW}`)) as unknown as { rows: { now: number }[] }[]
    const result = await work(client, time?.rows[0]?.now ?? Number.NaN)
    await client.query('COMMIT')
    return result
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.off('error', ignore)
    // After an error the connection is closed, which rolls back the transaction.
    client.release(failure)
  }
}

/**
 * SQLSTATE codes of a server that is temporarily unavailable. They concern the connection, login, locks, resources,
 * shutdown, disk, read-only mode, and missing tables, which the next connection creates.
 */
const UNAVAILABLE = /^(?:08|28|3D|3F000|40|42P01|53|55P03|57|58|25006)/

/** Messages of driver errors without a code, for connections that were lost or timed out. */
const DRIVER =
  /^(?:Connection terminated|Query read timeout|timeout (?:expired|exceeded)|Client (?:has encountered|was closed)|The server does not support SSL|There was an error establishing an SSL)/

/**
 * Reports whether an error means that the database is unavailable, rather than that a statement or an entry is wrong.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE.test(error.code ?? '')
  // An AggregateError contains one error for each address of the host.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return error instanceof Error && (isConnectionError(error) || DRIVER.test(error.message))
}

/** Returns the message of a driver error. An AggregateError has no message of its own. */
export function describeDatabaseError(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return message || code || 'no response'
}

/** Returns a database URL without user and password. */
export function redactDatabaseUrl(url: string): string {
  const { protocol, host, pathname, searchParams } = new URL(url)
  return `${protocol}//${host || (searchParams.get('host') ?? '')}${pathname}`
}
