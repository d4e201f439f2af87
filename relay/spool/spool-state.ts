import { type Clock, DAY } from '../clock.ts'
import type { KeyedMutex } from '../concurrency.ts'
import type { GroupSync } from '../disk.ts'
import type { Alert } from '../store/alert.ts'
import type { RecordHandler } from '../store/records.ts'
import type { ExpiryHandler } from '../store/retention.ts'
import type { DeliveryState, Envelope, ExistingSubmission } from '../store/store.ts'
import type { DueQueue } from './due-queue.ts'
import type { SpoolFolders } from './entries.ts'

/** State of a spool that this process has opened. */
export interface SpoolState {
  folders: SpoolFolders
  clock: Clock
  /** Names of the configured targets. */
  targets: ReadonlySet<string>
  dueQueue: DueQueue
  keys: ReturnType<typeof createKeyIndex>
  mutex: KeyedMutex
  groupSync: GroupSync
  /** Cached entries of the queue: entries that are being sent, and some new ones. */
  cached: Map<string, CachedEntry>
  alert(alert: Alert): void
  onExpired: ExpiryHandler
  onRecorded: RecordHandler
  /** Notifies watchers that a delivery has become due. */
  notify(): void
}

export interface CachedEntry {
  envelope: Envelope
  deliveries: readonly DeliveryState[]
  /** Tokens of the active claims, by target. */
  claims: Map<string, string>
}

/** Updates the delivery states of a cached entry. The caller must already have written them to disk. */
export function updateCachedEntry({ cached }: SpoolState, id: string, states: readonly DeliveryState[]): void {
  const entry = cached.get(id)
  if (entry) entry.deliveries = entry.deliveries.map((old) => states.find(({ target }) => target === old.target) ?? old)
}

/** Reports whether a key is still valid. `receivedAt` may be in the future if the clock was set back. */
export function isKeyValid(receivedAt: number, now: number, validFor = DAY): boolean {
  return Math.abs(now - receivedAt) < validFor
}

/** Creates an index from idempotency keys to submissions. It is rebuilt from the envelopes at startup. */
export function createKeyIndex() {
  const submissions = new Map<string, ExistingSubmission>()
  /** Key of each submission. */
  const keys = new Map<string, string>()
  const remove = (id: string): void => {
    submissions.delete(keys.get(id) ?? '')
    keys.delete(id)
  }
  return {
    add({ id, receivedAt, idempotency }: Envelope): void {
      if (!idempotency) return
      const { key, payload } = idempotency
      remove(submissions.get(key)?.id ?? '')
      submissions.set(key, { id, payload, receivedAt })
      keys.set(id, key)
    },
    find(key: string, now: number, validFor?: number): ExistingSubmission | undefined {
      const submission = submissions.get(key)
      return submission && isKeyValid(Date.parse(submission.receivedAt), now, validFor) ? submission : undefined
    },
    /** Removes the key of a deleted submission. */
    remove,
    clear(): void {
      submissions.clear()
      keys.clear()
    },
    /** Removes keys that are older than a day. */
    sweep(now: number): void {
      for (const { id, receivedAt } of submissions.values()) if (!isKeyValid(Date.parse(receivedAt), now)) remove(id)
    },
  }
}
