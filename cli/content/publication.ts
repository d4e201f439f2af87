import type { ContentFile } from './read.ts'

/** What of a content folder is shown. */
export interface Edition {
  /** The day that counts as today, year-month-day in UTC as all days of the content. */
  today: string
  /** Also what is marked as a draft. */
  drafts?: boolean
  /** Also drafts, what has a day that has not come, and what has one that is over. */
  all?: boolean
}

/** Whether an entry is on the site; `day` is the one that has not come, or the last one that it was there. */
export type Publication =
  | { state: 'live' | 'draft'; field?: undefined; day?: undefined }
  | { state: 'scheduled' | 'expired'; field: string; day: string }

/** What `publicationOf` looks at; the data need not fit the schema. */
export interface Publishable {
  collection: Pick<ContentFile['collection'], 'from' | 'until'> | undefined
  data: unknown
}

/** The day of a moment. */
export function dayOf(moment = new Date()): string {
  return moment.toISOString().slice(0, 10)
}

export function publicationOf({ collection, data }: Publishable, today: string): Publication {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  if (fields.draft === true) return { state: 'draft' }
  const [from, until] = [collection?.from, collection?.until]
  const [first, last] = [from && fields[from], until && fields[until]]
  if (from && isDay(first) && first > today) return { state: 'scheduled', field: from, day: first }
  if (until && isDay(last) && last < today) return { state: 'expired', field: until, day: last }
  return { state: 'live' }
}

/** Whether an entry is part of an edition. */
export function isShown(file: Publishable, { today, drafts = false, all = false }: Edition): boolean {
  const { state } = publicationOf(file, today)
  return all || state === 'live' || (drafts && state === 'draft')
}

/** Days are written year-month-day, so they compare as texts. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}
