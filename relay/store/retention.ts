import { parseKeepDays } from '@northshelf/site/forms/keep.ts'
import { DAY } from '../clock.ts'
import type { SiteForms } from '../site-forms.ts'
import type { Entry, EntryPlace } from './store.ts'

/** How long entries are kept. Entries in the queue are never deleted. */
export interface Retention {
  /** Days for entries in `done`, counted from their last delivery. */
  doneDays: number
  /** Days for entries in `spam`, counted from their arrival. */
  spamDays: number
  /** Days by form type, counted from arrival. They replace the days above and also apply to dead letters. */
  formDays?: ReadonlyMap<string, number>
}

/** Called after expired entries of a place were deleted. */
export type ExpiryHandler = (place: EntryPlace, ids: readonly string[]) => void

/** Adds the retention periods of the forms to those in the settings. */
export function createRetention(settings: Retention, { forms }: Pick<SiteForms, 'forms'>): Retention {
  const periods = Object.values(forms).flatMap(({ formType, keep }): [string, number][] =>
    keep === undefined ? [] : [[formType, parseKeepDays(keep)]],
  )
  return { ...settings, formDays: new Map(periods) }
}

/**
 * Returns the time until which an entry is kept, in milliseconds since 1970; undefined if its place has no retention
 * period.
 */
export function getKeptUntil(
  { envelope, place, deliveries }: Entry,
  { doneDays, spamDays, formDays }: Retention,
): number | undefined {
  const arrival = Date.parse(envelope.receivedAt)
  const days = formDays?.get(envelope.formType)
  if (place === 'queue' || place === 'corrupt') return undefined
  if (days !== undefined) return arrival + days * DAY
  if (place === 'spam') return arrival + spamDays * DAY
  if (place === 'dead') return undefined
  const attempts = deliveries.flatMap(({ history }) => history.map(({ at }) => Date.parse(at)))
  return Math.max(arrival, ...attempts) + doneDays * DAY
}
