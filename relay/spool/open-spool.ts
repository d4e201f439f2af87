import type { Clock } from '../clock.ts'
import type { KeyedMutex } from '../concurrency.ts'
import type { Alert } from '../monitoring/alert.ts'
import { getDueTime } from '../store/delivery-state.ts'
import type { DeliveryState, Envelope } from '../store/store.ts'
import type { GroupSync } from './disk.ts'
import type { DueQueue } from './due-queue.ts'
import type { KeyIndex } from './idempotency-keys.ts'
import type { SpoolFolders } from './layout.ts'

/** State of a spool that this process has opened. */
export interface OpenSpool {
  folders: SpoolFolders
  clock: Clock
  /** Names of the configured targets. */
  targets: ReadonlySet<string>
  dueQueue: DueQueue
  keys: KeyIndex
  mutex: KeyedMutex
  groupSync: GroupSync
  /** Cached entries of the queue: entries that are being sent, and some new ones. */
  cached: Map<string, CachedEntry>
  alert(alert: Alert): void
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
export function updateCachedEntry({ cached }: OpenSpool, id: string, states: readonly DeliveryState[]): void {
  const entry = cached.get(id)
  if (entry) entry.deliveries = entry.deliveries.map((old) => states.find(({ target }) => target === old.target) ?? old)
}

/** Enqueues an entry's waiting deliveries, except those to targets that are not configured. */
export function enqueueDeliveries(
  { dueQueue, targets, clock }: Pick<OpenSpool, 'dueQueue' | 'targets' | 'clock'>,
  id: string,
  states: readonly DeliveryState[],
): void {
  for (const state of states)
    if (state.status === 'waiting' && targets.has(state.target))
      dueQueue.add({ id, target: state.target, at: getDueTime(state, clock.now()) })
}
