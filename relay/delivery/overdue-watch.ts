import { type Clock, HOUR, MINUTE } from '../clock.ts'
import type { Alert } from '../monitoring/alert.ts'
import type { Store } from '../store/store.ts'

interface WatchOptions {
  store: Pick<Store, 'nextDue'>
  targets: readonly string[]
  clock: Clock
  onAlert?: ((alert: Alert) => void) | undefined
}

/** Milliseconds for which something is due at a target and nothing ends there, before that is told. */
const TOLERANCE = 10 * MINUTE
/** Milliseconds before it is told again. */
const AGAIN = HOUR

/**
 * Tells of targets at which something is due and nothing moves: a mail server that holds every connection, or a fault
 * of ours. A long backlog that moves is neither.
 */
export function watchOverdue({ store, targets, clock, onAlert }: WatchOptions) {
  const lastEndAt = new Map<string, number>()
  const alertedAt = new Map<string, number>()
  let cancel: (() => void) | undefined

  async function check(): Promise<void> {
    for (const target of targets) {
      // A store that cannot be asked complains itself.
      const due = await store.nextDue([target]).catch(() => undefined)
      const now = clock.now()
      const idle = Math.min(-(due ?? 0), now - (lastEndAt.get(target) ?? now))
      if (idle < TOLERANCE || now - (alertedAt.get(target) ?? Number.NEGATIVE_INFINITY) < AGAIN) continue
      alertedAt.set(target, now)
      const detail = `for ${Math.round(idle / MINUTE)} minutes something has been due, and no try has ended`
      onAlert?.({ kind: 'overdue', target, detail })
    }
    if (cancel) cancel = clock.setTimer(MINUTE, check)
  }

  return {
    start(): void {
      for (const target of targets) lastEndAt.set(target, clock.now())
      cancel = clock.setTimer(MINUTE, check)
    },
    /** A try has ended at a target. */
    ended: (target: string): void => void lastEndAt.set(target, clock.now()),
    stop(): void {
      cancel?.()
      cancel = undefined
    },
  }
}
