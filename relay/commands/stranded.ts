import type { TargetConfig } from '../config.ts'
import type { DeliveryState } from '../spool/store.ts'
import type { ListedEntry } from './list.ts'

/** How many deliveries there are to one target. */
export interface DeliveryCount {
  target: string
  deliveries: number
}

/** Open and dead deliveries to targets that are not set up: nothing ever delivers them. */
export function listStranded(
  entries: readonly ListedEntry[],
  targets: readonly Pick<TargetConfig, 'name'>[],
): DeliveryCount[] {
  const names = targets.map(({ name }) => name)
  return countDeliveries(entries, ({ target, status }) => isOpen(status) && !names.includes(target))
}

/** Deliveries by target, of what is in the queue or dead. */
export function countDeliveries(
  entries: readonly ListedEntry[],
  counts: (delivery: ListedEntry['deliveries'][number]) => boolean,
): DeliveryCount[] {
  const found = new Map<string, number>()
  for (const { place, deliveries } of entries) {
    if (place !== 'queue' && place !== 'dead') continue
    for (const delivery of deliveries)
      if (counts(delivery)) found.set(delivery.target, (found.get(delivery.target) ?? 0) + 1)
  }
  return [...found].map(([target, deliveries]) => ({ target, deliveries }))
}

/** Whether something is still to be done about a delivery. */
export function isOpen(status: DeliveryState['status']): boolean {
  return status !== 'delivered' && status !== 'abandoned'
}

export function describeStranded({ target, deliveries }: DeliveryCount): string {
  const count = deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`
  return `not set up, and ${count} to it not done. Set up a target of that name, or relay abandon <id> --target ${target}`
}
