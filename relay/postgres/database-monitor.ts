import type { Client } from 'pg'
import type { Clock } from '../clock.ts'
import { NOTIFY_CHANNEL } from './changes.ts'
import { isDatabaseUnavailable, openConnection } from './database.ts'
import { migrateDatabase } from './migrations.ts'

/** Milliseconds between connection attempts. */
const PAUSE = 1_000

interface LinkOptions {
  url: string
  clock: Clock
  /** Runs before the database counts as available. If it fails, the connection fails, too. */
  prepare(): Promise<void>
  onUp(): void
  /** Called when the connection is lost or cannot be established. */
  onDown(error: unknown): void
  /** Called when a delivery has become due. */
  onNotice(): void
}

/** Keeps one connection open to detect whether the database is available. Reconnects until `close` is called. */
export function createDatabaseMonitor({ url, clock, prepare, onUp, onDown, onNotice }: LinkOptions) {
  let client: Client | undefined
  let upSince: number | undefined
  let closed = false
  let cancelTimer = (): void => {}

  function lose(error: unknown): void {
    if (closed) return
    const lost = client
    client = undefined
    upSince = undefined
    void lost?.end().catch(() => {})
    onDown(error)
    cancelTimer()
    cancelTimer = clock.setTimer(PAUSE, () => void open())
  }

  /** Connects to the database. @returns the error if the attempt failed; more attempts follow automatically */
  async function open(): Promise<Error | undefined> {
    let connection: Client | undefined
    try {
      await migrateDatabase(url)
      connection = await openConnection(url, (error) => connection && connection === client && lose(error))
      client = connection.on('notification', onNotice)
      await prepare()
      await connection.query(`LISTEN ${NOTIFY_CHANNEL}`)
    } catch (error) {
      lose(error)
      return error as Error
    }
    upSince = clock.now()
    if (closed) await client?.end()
    else onUp()
    return undefined
  }

  return {
    open,
    /** Returns the time when the connection was established; undefined while disconnected. */
    upSince: () => upSince,
    /** Reconnects if the error means that the database is unavailable. */
    suspect(error: unknown): void {
      if (upSince !== undefined && isDatabaseUnavailable(error)) lose(error)
    },
    async close(): Promise<void> {
      closed = true
      upSince = undefined
      cancelTimer()
      await client?.end()
    },
  }
}
