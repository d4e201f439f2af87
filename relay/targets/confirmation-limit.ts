import type { Clock } from '../clock.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

export type ConfirmationLimit = ReturnType<typeof createConfirmationLimit>

/**
 * Whoever posts with the address of somebody else must not make us bother them: one mail a day to an address, and so
 * many an hour to all. Counted in memory, so that a restart begins anew.
 */
export function createConfirmationLimit(clock: Clock, perHour: number) {
  /** The submission whose mail an address got, oldest first; none once it has arrived. */
  const taken = new Map<string, { id: string | undefined; at: number }>()
  /** Either way: the clock may have been set back since. */
  const isWithin = (at: number, span: number) => Math.abs(clock.now() - at) < span
  return {
    /** Takes the place of a mail, which it keeps for later tries. @returns why there is none */
    take(address: string, id: string): string | undefined {
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
