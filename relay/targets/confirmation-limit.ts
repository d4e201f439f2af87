import { type Clock, DAY, HOUR } from '../clock.ts'
import { timeOf } from '../store/ids.ts'
import type { Envelope, Store } from '../store/store.ts'
import { CONFIRM } from './targets.ts'

interface LimitOptions {
  clock: Clock
  store: Pick<Store, 'list'>
  perHour: number
  /** Returns the address that a submission is confirmed to. */
  addressOf(envelope: Envelope): string | undefined
}

/**
 * Limits confirmations to one mail per day and address, and `perHour` in total, because anybody can enter the address
 * of another person. Counts in memory; loads earlier mails from the store once.
 */
export function createConfirmationLimit({ clock, store, perHour, addressOf }: LimitOptions) {
  /** Time of the last mail to an address; `id` of its submission until the mail is delivered. */
  const reserved = new Map<string, { id: string | undefined; at: number }>()
  let loaded: Promise<void> | undefined
  /** Compares in both directions, because the clock may have been set back. */
  const isWithin = (at: number, span: number) => Math.abs(clock.now() - at) < span

  async function loadEarlier(): Promise<void> {
    for await (const { id, entry } of store.list({ places: ['queue', 'done', 'dead'], order: 'newest' })) {
      if (timeOf(id) < clock.now() - DAY) break
      const state = entry?.deliveries.find(({ target, status }) => target === CONFIRM && status === 'delivered')
      const address = state && entry && addressOf(entry.envelope)
      if (address) reserved.set(keyOf(address), { id: undefined, at: Date.parse(state.history.at(-1)?.at ?? '') })
    }
  }

  return {
    /** Reserves a mail and its retries. @returns why the mail must not be sent; undefined if it may be */
    async reserve(address: string, id: string): Promise<string | undefined> {
      loaded ??= loadEarlier()
      await loaded.catch((error) => {
        loaded = undefined
        throw error
      })
      for (const [key, { at }] of reserved) if (!isWithin(at, DAY)) reserved.delete(key)
      const before = reserved.get(keyOf(address))
      if (before) return before.id === id ? undefined : 'this address received a confirmation within the last day'
      const count = [...reserved.values()].filter(({ at }) => isWithin(at, HOUR)).length
      if (count >= perHour) return `${count} confirmations were sent within the last hour`
      reserved.set(keyOf(address), { id, at: clock.now() })
      return undefined
    },
    /** Ends the reservation, so that another mail for the same submission counts again. */
    complete(address: string): void {
      const mail = reserved.get(keyOf(address))
      if (mail) mail.id = undefined
    },
  }
}

/** Normalizes addresses of one mailbox: `Ada.Lind+shop@brand.example` equals `adalind@brand.example`. */
function keyOf(address: string): string {
  const [local = '', domain] = address.toLowerCase().split('@')
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`
}
