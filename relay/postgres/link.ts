import type { Client } from 'pg'
import type { Clock } from '../clock.ts'
import { CHANNEL } from './changes.ts'
import { connect, isAway } from './database.ts'
import { prepare } from './migrations.ts'

/** Milliseconds until a database that is away is looked for again. */
const PAUSE = 1_000

interface LinkOptions {
  url: string
  clock: Clock
  onUp(): void
  /** Each time that it is lost, or cannot be had. */
  onDown(error: unknown): void
  /** Something has become due. */
  onNotice(): void
}

/** The connection by which a relay knows whether its database is there. Made anew until it is closed. */
export function createLink({ url, clock, onUp, onDown, onNotice }: LinkOptions) {
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

  /** @returns why it cannot be had; then it is tried again by itself */
  async function open(): Promise<Error | undefined> {
    let made: Client | undefined
    try {
      await prepare(url)
      made = await connect(url, (error) => made !== undefined && made === client && lose(error))
      client = made.on('notification', onNotice)
      await made.query(`LISTEN ${CHANNEL}`)
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
    /** Since when it is there, by the clock; undefined while it is away. */
    upSince: () => upSince,
    /** A statement failed: when that is not the statement's own fault, the database is away. */
    suspect(error: unknown): void {
      if (upSince !== undefined && isAway(error)) lose(error)
    },
    async close(): Promise<void> {
      closed = true
      upSince = undefined
      cancelTimer()
      await client?.end()
    },
  }
}
