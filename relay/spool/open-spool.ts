import type { Clock } from '../clock.ts'
import type { KeyedMutex } from '../concurrency.ts'
import type { Alert } from '../monitoring/alerts.ts'
import type { GroupSync } from './disk.ts'
import type { DueQueue } from './due-queue.ts'
import type { KeyIndex } from './idempotency-keys.ts'
import type { Folders } from './layout.ts'
import { dueAt } from './state-file.ts'
import type { DeliveryState, Entry } from './store.ts'

/** The parts of a spool that is open in this process. */
export interface OpenSpool {
  folders: Folders
  clock: Clock
  /** Names of the targets that are set up. */
  targets: ReadonlySet<string>
  dueQueue: DueQueue
  keys: KeyIndex
  mutex: KeyedMutex
  groupSync: GroupSync
  /** Deliveries under way, by `claimName`. */
  claims: Map<string, { entry: Entry; state: DeliveryState }>
  alert(alert: Alert): void
  /** Tells those who watch that something has become due. */
  notify(): void
}

export function claimName(id: string, target: string): string {
  return `${id} ${target}`
}

/** Puts the open deliveries of an entry into the queue, except those of targets that are not set up. */
export function enqueueDeliveries(
  { dueQueue, targets, clock }: Pick<OpenSpool, 'dueQueue' | 'targets' | 'clock'>,
  id: string,
  states: readonly DeliveryState[],
): void {
  for (const state of states)
    if (state.status === 'waiting' && targets.has(state.target))
      dueQueue.add({ id, target: state.target, at: dueAt(state, clock.now()) })
}
