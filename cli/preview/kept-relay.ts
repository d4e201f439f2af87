import type { RelayProcess } from './relay-process.ts'

/** The relay is restarted at most this many times within `WINDOW`, in milliseconds. */
const MAX_RESTARTS = 3
const WINDOW = 60_000

/** A relay that is restarted when it ends unexpectedly. */
export interface KeptRelay {
  /** URL of the relay; undefined while it is not running. */
  readonly address: string | undefined
  stop(): Promise<void>
}

/**
 * Starts a relay, and restarts it when it ends unexpectedly.
 * @param start starts the relay once
 * @param report called with a message when the relay ends, runs again, or will not be restarted again
 * @throws Failure if the relay does not start the first time
 */
export async function keepRelayRunning(
  start: () => Promise<RelayProcess>,
  report: (message: string) => void,
): Promise<KeptRelay> {
  const restarts: number[] = []
  let isStopped = false
  let relay: RelayProcess | undefined = await start()

  async function keep({ ended }: RelayProcess): Promise<void> {
    let reason = await ended
    while (!isStopped) {
      relay = undefined
      const now = performance.now()
      if (restarts.filter((time) => time > now - WINDOW).length >= MAX_RESTARTS)
        return report(
          `The relay ended again (${reason}). It has been restarted ${MAX_RESTARTS} times within a minute and will not be restarted again, so forms and the inbox do not work. Fix the cause, then restart this command.`,
        )
      restarts.push(now)
      report(`The relay ended unexpectedly (${reason}). Restarting it ...`)
      try {
        relay = await start()
      } catch (error) {
        reason = error instanceof Error ? error.message : `${error}`
        continue
      }
      if (isStopped) await relay.stop()
      else report('The relay is running again.')
      reason = await relay.ended
    }
  }

  const kept = keep(relay)
  return {
    get address() {
      return relay?.address
    },
    async stop() {
      isStopped = true
      await relay?.stop()
      await kept
    },
  }
}
