import { type Clock, DAY, HOUR } from '../clock.ts'
import { timeOf } from '../store/ids.ts'
import type { Envelope, Store } from '../store/store.ts'
import { CONFIRM } from './targets.ts'

interface LimitOptions {
  clock: Clock
  store: Pick<Store, 'list'>
  perHour: number
  /** Whom a submission is confirmed to. */
  addressOf(envelope: Envelope): string | undefined
}

/**
 * Whoever posts with the address of somebody else must not make us bother them: one mail a day to an address, and so
 * many an hour to all. Counted in memory; what was sent before this process began is looked up in the store, once.
 */
export function createConfirmationLimit({ clock, store, perHour, addressOf }: LimitOptions) {
  /** When an address got its mail, and for which submission; for none once it has arrived. */
  const taken = new Map<string, { id: string | undefined; at: number }>()
  let recalled: Promise<void> | undefined
  /** Either way: the clock may have been set back since. */
  const isWithin = (at: number, span: number) => Math.abs(clock.now() - at) < span

  async function recall(): Promise<void> {
    for await (const { id, entry } of store.list({ places: ['queue', 'done', 'dead'], order: 'newest' })) {
      if (timeOf(id) < clock.now() - DAY) break
      const state = entry?.deliveries.find(({ target, status }) => target === CONFIRM && status === 'delivered')
      const address = state && entry && addressOf(entry.envelope)
      if (address) taken.set(keyOf(address), { id: undefined, at: Date.parse(state.history.at(-1)?.at ?? '') })
    }
  }

  return {
    /** Takes the place of a mail, which it keeps for later tries. @returns why there is none */
    async take(address: string, id: string): Promise<string | undefined> {
      recalled ??= recall()
      await recalled.catch((error) => {
        recalled = undefined
        throw error
      })
      for (const [key, { at }] of taken) if (!isWithin(at, DAY)) taken.delete(key)
      const before = taken.get(keyOf(address))
      if (before) return before.id === id ? undefined : 'this address got one within a day'
      const many = [...taken.values()].filter(({ at }) => isWithin(at, HOUR)).length
      if (many >= perHour) return `${many} were sent within an hour`
      taken.set(keyOf(address), { id, at: clock.now() })
      return undefined
    },
    /** Sent again by an operator, it counts like another one. */
    arrived(address: string): void {
      const one = taken.get(keyOf(address))
      if (one) one.id = undefined
    },
  }
}

/** What mostly is one mailbox counts as one: `Ada.Lind+shop@brand.example` is that of `adalind@brand.example`. */
function keyOf(address: string): string {
  const [local = '', domain] = address.toLowerCase().split('@')
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`
}
