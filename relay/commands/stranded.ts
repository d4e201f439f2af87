import type { Config } from '../config.ts'
import type { DeliveryState } from '../spool/store.ts'
import { list } from './list.ts'

export interface Stranded {
  target: string
  deliveries: number
}

/** Open and dead deliveries by target, for those targets that are not set up: nothing ever delivers them. */
export async function listStranded(config: Pick<Config, 'spool' | 'targets'>): Promise<Stranded[]> {
  return countBy(
    (await list(config)).data,
    ({ target, status }) => isOpen(status) && config.targets.every(({ name }) => name !== target),
  )
}

/** Counts deliveries by target. */
export function countBy(
  entries: readonly { deliveries: readonly Pick<DeliveryState, 'target' | 'status'>[] }[],
  counts: (delivery: Pick<DeliveryState, 'target' | 'status'>) => boolean,
): Stranded[] {
  const found = new Map<string, number>()
  for (const delivery of entries.flatMap(({ deliveries }) => deliveries))
    if (counts(delivery)) found.set(delivery.target, (found.get(delivery.target) ?? 0) + 1)
  return [...found].map(([target, deliveries]) => ({ target, deliveries }))
}

/** Whether something is still to be done about a delivery. */
export function isOpen(status: DeliveryState['status']): boolean {
  return status !== 'delivered' && status !== 'abandoned'
}

export function describeStranded({ target, deliveries }: Stranded): string {
  const [count, wait] = deliveries === 1 ? ['1 delivery', 'is'] : [`${deliveries} deliveries`, 'are']
  return `${count} to ${target} ${wait} not done, and there is no such target. Set up a target of that name, or abandon them (relay abandon <id> --target ${target})`
}
