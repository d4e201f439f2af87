import type { FormattedDay } from '../entries/page-content.ts'
import { createDayFormat } from '../schema/days.ts'

/**
 * Creates a function that formats days (`2026-11-22`) in a language. Creating a formatter takes a hundred times as long
 * as using it, so each site creates only one.
 */
export function createDayFormatter(language: string): (date: string) => FormattedDay {
  const format = createDayFormat(language)
  return (date) => ({ date, words: format.format(new Date(date)) })
}

/** Creates a function that formats periods, such as `Thu, November 26 – Sat, November 28, 2026`, and single days. */
export function createPeriodFormatter(language: string): (first: string, last?: string) => string {
  const format = new Intl.DateTimeFormat(language, {
    ...({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const),
    timeZone: 'UTC',
  })
  return (first, last = first) => format.formatRange(new Date(first), new Date(last))
}
