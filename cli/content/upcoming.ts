import type { ContentFile } from './read.ts'

/** The day it is, in UTC as all days of the content. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** The field and the day of an entry whose day has not come; it is left out until then. */
export function upcoming(
  { collection, data }: { collection: Pick<ContentFile['collection'], 'from'> | undefined; data: unknown },
  now = today(),
): { field: string; day: string } | undefined {
  const field = collection?.from
  const day = field && (data as Partial<Record<string, unknown>> | undefined)?.[field]
  return field && isDay(day) && day > now ? { field, day } : undefined
}

/** Days are written year-month-day, so they compare as texts. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}
