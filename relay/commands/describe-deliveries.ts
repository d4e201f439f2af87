import type { DeliveryState } from '../spool/store.ts'

/** `mail dead (given up after 1 try), hook waiting (3 tries, next 2026-01-02T10:00:00.000Z)` */
export function describeDeliveries(deliveries: readonly DeliveryState[]): string {
  return deliveries
    .map(({ target, status, tries, nextAt, interruptions }) => {
      const count = `${tries} ${tries === 1 ? 'try' : 'tries'}`
      if (status === 'waiting') return `${target} waiting (${count}, next ${new Date(nextAt).toISOString()})`
      if (status === 'dead' && interruptions)
        return `${target} dead (given up: the relay ended ${interruptions} times during it)`
      return status === 'dead' ? `${target} dead (given up after ${count})` : `${target} ${status}`
    })
    .join(', ')
}
