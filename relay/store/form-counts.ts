import { DAY } from '../clock.ts'
import type { FormCount } from './store.ts'

/** Number of days for which counts are kept. */
const KEPT_DAYS = 400

/** Returns the first UTC date whose counts are kept. @param now milliseconds since 1970 */
export function getFirstKeptDay(now: number): string {
  return formatDay(now - KEPT_DAYS * DAY)
}

/** Returns the UTC date of a moment. @param time milliseconds since 1970 */
export function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Adds up the counts of the same day, form and step. */
export function mergeFormCounts(counts: Iterable<FormCount>): FormCount[] {
  const merged = new Map<string, FormCount>()
  for (const count of counts) {
    const key = JSON.stringify([count.day, count.formType, count.step])
    merged.set(key, { ...count, count: count.count + (merged.get(key)?.count ?? 0) })
  }
  return [...merged.values()]
}
