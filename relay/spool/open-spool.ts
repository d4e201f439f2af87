import type { Alert } from '../alert.ts'
import type { Clock } from '../clock.ts'
import type { Agenda } from './agenda.ts'
import type { GroupSync } from './folder-sync.ts'
import type { Folders } from './folders.ts'
import type { KeyIndex } from './key-index.ts'
import type { DeliveryState, Entry } from './store.ts'
import type { Turns } from './turns.ts'

/** The parts of a spool that is open in this process. */
export interface OpenSpool {
  folders: Folders
  clock: Clock
  /** Names of the targets that are set up. */
  targets: ReadonlySet<string>
  agenda: Agenda
  keys: KeyIndex
  turns: Turns
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

/** Puts the open deliveries of an entry on the agenda, except those of targets that are not set up. */
export function planDeliveries(
  { agenda, targets, clock }: Pick<OpenSpool, 'agenda' | 'targets' | 'clock'>,
  id: string,
  states: readonly DeliveryState[],
): void {
  // A first try never waits, not even when the clock was set back since the submission came.
  for (const { target, status, tries, nextAt } of states)
    if (status === 'waiting' && targets.has(target))
      agenda.add({ id, target, at: tries === 0 ? Math.min(nextAt, clock.now()) : nextAt })
}
