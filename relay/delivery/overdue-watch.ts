import { type Clock, HOUR, MINUTE, repeat } from '../clock.ts'
import type { Alert } from '../store/alert.ts'
import type { Store } from '../store/store.ts'

interface WatchOptions {
  store: Pick<Store, 'nextDue'>
  targets: readonly string[]
  clock: Clock
  onAlert?: ((alert: Alert) => void) | undefined
}

/** Milliseconds without progress on due deliveries before the first alert. */
const TOLERANCE = 10 * MINUTE
/** Milliseconds between repeated alerts about the same target. */
const REPEAT = HOUR

/**
 * Raises an alert for each target that has due deliveries but makes no progress, for example because the receiver hangs
 * or the relay has a bug. A target that makes progress raises no alert, even with a long backlog.
 */
export function watchOverdueDeliveries({ store, targets, clock, onAlert }: WatchOptions) {
  const lastEndAt = new Map<string, number>()
  const alertedAt = new Map<string, number>()
  let stop = async (): Promise<void> => {}

  async function check(): Promise<void> {
    for (const target of targets) {
      // Ignores errors, because the store raises its own alerts.
      const due = await store.nextDue([target]).catch(() => undefined)
      const now = clock.now()
      const idle = Math.min(-(due ?? 0), now - (lastEndAt.get(target) ?? now))
      if (idle < TOLERANCE || now - (alertedAt.get(target) ?? Number.NEGATIVE_INFINITY) < REPEAT) continue
      alertedAt.set(target, now)
      const detail = `deliveries have been due for ${Math.round(idle / MINUTE)} minutes, and no attempt has finished`
      onAlert?.({ kind: 'overdue', target, detail })
    }
  }

  return {
    start(): void {
      for (const target of targets) lastEndAt.set(target, clock.now())
      stop = repeat(clock, { pause: MINUTE, start: 'after-pause' }, check)
    },
    /** Records that an attempt to deliver to a target has ended. */
    ended: (target: string): void => void lastEndAt.set(target, clock.now()),
    stop: (): void => void stop(),
  }
}
