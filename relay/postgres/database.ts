import { Client, type ClientBase, DatabaseError, Pool, type PoolClient } from 'pg'
import { isConnectionError } from '../network-errors.ts'

/** A server that does not answer is one that is away: visitors wait for it no longer than that. In milliseconds. */
const PATIENCE = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 8_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** A role or a database may have been set up to confirm what is not on a disk yet, or to wait for ever. */
const SETUP = `
  SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write');
  SET default_transaction_isolation = 'read committed';
  SET lock_timeout = '8s'; SET statement_timeout = '15s'; SET idle_in_transaction_session_timeout = '15s'`

/** The database's clock, in milliseconds since 1970: all relays go by it. */
const NOW = 'floor(extract(epoch FROM now()) * 1000)::float8 AS now'

/** Connections are made when they are needed and made anew when they break. */
export function createPool(url: string, connections?: number): Pool {
  const pool = new Pool({
    ...{ ...PATIENCE, connectionString: url, max: connections, application_name: 'relay' },
    onConnect: (client) => client.query(SETUP) as unknown as undefined,
  })
  // One that breaks while nobody uses it is gone, and no more.
  return pool.on('error', () => {})
}

/**
 * A connection of its own.
 * @param onLost is told once it is there no longer
 * @param patience how long a statement may take, in milliseconds; 0 is as long as it takes
 * @throws when there is none to be had now
 */
export async function connect(
  url: string,
  onLost: (error: Error) => void = () => {},
  patience = PATIENCE.query_timeout,
): Promise<Client> {
  const client = new Client({
    ...{ ...PATIENCE, query_timeout: patience, connectionString: url, application_name: 'relay' },
  })
  client.on('error', onLost).on('end', () => onLost(new Error('the connection was ended')))
  try {
    await client.connect()
    await client.query(SETUP)
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
}

/** All of it or nothing. @param work is given the database's time, in milliseconds since 1970 */
export async function transaction<T>(pool: Pool, work: (client: ClientBase, now: number) => Promise<T>): Promise<T> {
  const client: PoolClient = await pool.connect()
  // What breaks is reported by the query that it breaks.
  const ignore = (): void => {}
  client.on('error', ignore)
  let fault: Error | undefined
  try {
    const begun = (await client.query(`BEGIN; SELECT ${NOW}`)) as unknown as { rows: { now: number }[] }[]
    const result = await work(client, begun[1]?.rows[0]?.now ?? Number.NaN)
    await client.query('COMMIT')
    return result
  } catch (error) {
    fault = error as Error
    throw error
  } finally {
    client.off('error', ignore)
    // With a fault the connection ends, and so does whatever was begun on it.
    client.release(fault)
  }
}

/**
 * SQLSTATE of a server that answers but cannot do it now: connection, login, locks, resources, shutdown, disk,
 * read-only, and no tables, which the next connection makes.
 */
const AWAY = /^(?:08|28|3D|3F000|40|42P01|53|55P03|57|58|25006)/

/** What the driver says of a connection that broke or was not made in time; these errors have no code. */
const DRIVER =
  /^(?:Connection terminated|Query read timeout|timeout (?:expired|exceeded)|Client (?:has encountered|was closed)|The server does not support SSL|There was an error establishing an SSL)/

/** Whether an error means that the database cannot be worked with now: neither a statement nor an entry is wrong. */
export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return AWAY.test(error.code ?? '')
  // One error for each address of the host.
  if (error instanceof AggregateError) return error.errors.some(isAway)
  return error instanceof Error && (isConnectionError(error) || DRIVER.test(error.message))
}

/** What the driver says; several addresses that all refuse have no message of their own. */
export function describeFault(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return message || code || 'no answer'
}

/** The address without what is secret in it, for people. */
export function publicAddress(url: string): string {
  const { protocol, host, pathname, searchParams } = new URL(url)
  return `${protocol}//${host || (searchParams.get('host') ?? '')}${pathname}`
}
