import { type Clock, DAY, HOUR } from '../clock.ts'
import { getIdTime } from '../store/ids.ts'
import type { Envelope, Store } from '../store/store.ts'
import { CONFIRMATION_TARGET } from './targets.ts'

interface LimitOptions {
  clock: Clock
  store: Pick<Store, 'list'>
  perHour: number
  /** Returns the address to which the confirmation of a submission is sent. */
  addressOf(envelope: Envelope): string | undefined
}

/**
 * Limits confirmations to one email per address per day, and to `perHour` in total, because anybody can enter another
 * person's address. The counts are kept in memory; on first use, emails from the last day are loaded from the store.
 */
export function createConfirmationLimit({ clock, store, perHour, addressOf }: LimitOptions) {
  /** Time of the last email to each address. `id` is the submission's id, or undefined once the email is delivered. */
  const reserved = new Map<string, { id: string | undefined; at: number }>()
  let loaded: Promise<void> | undefined
  /** Uses the absolute difference, because the clock may have been set back. */
  const isWithin = (at: number, span: number) => Math.abs(clock.now() - at) < span

  async function loadEarlier(): Promise<void> {
    for await (const { id, entry } of store.list({ places: ['queue', 'done', 'dead'], order: 'newest' })) {
      if (getIdTime(id) < clock.now() - DAY) break
      const state = entry?.deliveries.find(
        ({ target, status }) => target === CONFIRMATION_TARGET && status === 'delivered',
      )
      const address = state && entry && addressOf(entry.envelope)
      if (address) reserved.set(keyOf(address), { id: undefined, at: Date.parse(state.history.at(-1)?.at ?? '') })
    }
  }

  return {
    /**
     * Reserves one email for a submission. Retries use the same reservation.
     * @returns the reason why the email must not be sent; undefined if it may be sent
     */
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
    /** Ends the reservation, so that another email for the same submission counts as a new one. */
    complete(address: string): void {
      const mail = reserved.get(keyOf(address))
      if (mail) mail.id = undefined
    },
  }
}

/**
 * Normalizes an address, so that all spellings of a mailbox are equal: `Ada.Lind+shop@brand.example` becomes
 * `adalind@brand.example`.
 */
function keyOf(address: string): string {
  const [local = '', domain] = address.toLowerCase().split('@')
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`
}
