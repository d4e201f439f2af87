import { getDayInZone } from '@northshelf/site/entries/time-zone.ts'
import { z } from 'zod'
import type { ContentFile } from './read.ts'

/** Determines which entries of a content folder are shown. */
export interface Edition {
  /** Day to treat as today, as YYYY-MM-DD. */
  today: string
  /** Whether to show drafts. */
  drafts?: boolean
  /** Whether to show drafts, scheduled entries and expired entries. */
  all?: boolean
}

/** An edition whose day may depend on the time zone in site.yaml. */
export interface EditionRequest extends Omit<Edition, 'today'> {
  /** A day, or a moment; the current moment by default. */
  today?: string | Date
}

/** @param timeZone zone in which a moment is converted to a day; UTC by default */
export function resolveEdition({ today = new Date(), ...shown }: EditionRequest, timeZone?: string): Edition {
  return { ...shown, today: typeof today === 'string' ? today : getDayInZone(today, timeZone) }
}

/** Publication state of an entry. `day` is its first day if it is scheduled, or its last day if it has expired. */
export type PublicationStatus =
  | { state: 'live' | 'draft'; field?: undefined; day?: undefined }
  | { state: 'scheduled' | 'expired'; field: string; day: string }

/** Input of `getPublicationStatus`. The data may not match the schema. */
export interface PublishableEntry {
  collection: Pick<ContentFile['collection'], 'from' | 'until'> | undefined
  data: unknown
}

export function getPublicationStatus({ collection, data }: PublishableEntry, today: string): PublicationStatus {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  if (fields.draft === true) return { state: 'draft' }
  const from = collection?.from
  const until = collection?.until
  const first = from && fields[from]
  const last = until && fields[until]
  if (from && isIsoDate(first) && first > today) return { state: 'scheduled', field: from, day: first }
  if (until && isIsoDate(last) && last < today) return { state: 'expired', field: until, day: last }
  return { state: 'live' }
}

export function isShown(file: PublishableEntry, { today, drafts = false, all = false }: Edition): boolean {
  const { state } = getPublicationStatus(file, today)
  return all || state === 'live' || (drafts && state === 'draft')
}

/** Reports whether a value is a date that exists, as YYYY-MM-DD. Such dates can be compared as strings. */
export function isIsoDate(value: unknown): value is string {
  return typeof value === 'string' && z.regexes.date.test(value)
}
