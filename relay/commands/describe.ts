import { DamagedEntryError, NewerVersionError } from '../store/envelope-text.ts'
import { getKeptUntil, type Retention } from '../store/retention.ts'
import type { DeliveryState, Entry, EntryPlace, LeadOutcome, RecordedOutcome, VisitSource } from '../store/store.ts'
import { listTargetNames, type TargetConfig } from '../targets/targets.ts'

/** Describes deliveries: `mail dead (given up after 1 attempt), hook waiting (not attempted yet)`. */
export function describeDeliveries(deliveries: readonly DeliveryState[]): string {
  return deliveries
    .map(({ target, status, tries, nextAt, interruptions }) => {
      const count = `${tries} ${tries === 1 ? 'attempt' : 'attempts'}`
      // Omits the time of the next attempt, because none is scheduled if the submission is held as spam.
      if (status === 'waiting' && tries === 0 && !interruptions) return `${target} waiting (not attempted yet)`
      if (status === 'waiting') return `${target} waiting (${count}, next ${new Date(nextAt).toISOString()})`
      if (status === 'unconfirmed') return `${target} waits for confirmation (until ${new Date(nextAt).toISOString()})`
      if (status === 'dead' && interruptions)
        return `${target} dead (given up: the relay stopped ${interruptions} times while sending)`
      return status === 'dead' ? `${target} dead (given up after ${count})` : `${target} ${status}`
    })
    .join(', ')
}

/** Describes an outcome: `won 12000 USD at 2026-11-24T10:00:00.000Z`. */
export function describeOutcome({ status, value, currency, at }: LeadOutcome): string {
  return [status, ...(value === undefined ? [] : [value, currency]), ...(at ? ['at', at] : [])].join(' ')
}

/** Counts the matching deliveries of entries in `queue` and `dead`, by target. */
export function countDeliveries(
  entries: readonly EntrySummary[],
  matches: (delivery: EntrySummary['deliveries'][number]) => boolean,
): Map<string, number> {
  const found = new Map<string, number>()
  for (const { place, deliveries } of entries) {
    if (place !== 'queue' && place !== 'dead') continue
    for (const delivery of deliveries)
      if (matches(delivery)) found.set(delivery.target, (found.get(delivery.target) ?? 0) + 1)
  }
  return found
}

/** Reports whether a delivery is waiting, being sent or dead. */
export function isOpenStatus(status: DeliveryState['status']): boolean {
  return status !== 'delivered' && status !== 'abandoned'
}

/** Lists targets that are not configured but have open or dead deliveries, and explains how to fix this. */
export function listOrphanedTargets(entries: readonly EntrySummary[], targets: readonly Pick<TargetConfig, 'name'>[]) {
  const names = listTargetNames(targets)
  const found = countDeliveries(entries, ({ target, status }) => isOpenStatus(status) && !names.includes(target))
  return [...found].map(([target, count]) => {
    const deliveries = count === 1 ? '1 delivery' : `${count} deliveries`
    const detail = `not configured, but has ${deliveries} pending. Configure a target with this name, or run: relay abandon <id> --target ${target}`
    return { target, detail }
  })
}

/** Returns the time until which an entry is kept, as `getKeptUntil` does, but in ISO format; null if unlimited. */
export function formatKeptUntil(entry: Entry, retention: Retention): string | null {
  const until = getKeptUntil(entry, retention)
  return until === undefined ? null : new Date(until).toISOString()
}

/** Why an entry cannot be read. A `newer` entry is intact, but only a newer relay can read it. */
export type ReadErrorKind = 'damaged' | 'newer' | 'unreadable'

export function classifyReadError(error: Error): ReadErrorKind {
  return error instanceof DamagedEntryError ? 'damaged' : error instanceof NewerVersionError ? 'newer' : 'unreadable'
}

/** Describes a read error: `cannot be read (EACCES)` or `newer: envelope.json has version 2, …`. */
export function describeReadError(error: Error): string {
  const kind = classifyReadError(error)
  return kind === 'unreadable'
    ? `cannot be read (${(error as NodeJS.ErrnoException).code ?? error.message})`
    : `${kind}: ${error.message}`
}

/** Formats the warning about a skipped entry or folder. */
export function formatSkipWarning(part: string, error: Error): string {
  return `${part} was skipped: ${describeReadError(error)}.`
}

export interface EntrySummary {
  id: string
  receivedAt: string
  place: EntryPlace
  formType: string
  /** Null if nothing is known. */
  source: VisitSource | null
  attachments: number
  /** See `formatKeptUntil`. Also null if the forms cannot be read. */
  keptUntil: string | null
  spam: string[]
  /** Why the entry is in `corrupt` or cannot be read; null for a readable entry. */
  problem: string | null
  deliveries: Pick<DeliveryState, 'target' | 'status' | 'tries' | 'nextAt'>[]
  /** The last recorded outcome. */
  outcome: RecordedOutcome | null
  /** When the visitor confirmed a consent; null until then. Undefined if there is nothing to confirm. */
  confirmedAt?: string | null | undefined
}
