import type { FormattedDay } from '../entries/page-content.ts'

/**
 * Creates a function that formats days (`2026-11-22`) in a language. Uses UTC, so that all machines produce the same
 * day. Creating a formatter takes a hundred times as long as using it, so each site creates only one.
 */
export function createDayFormatter(language: string): (date: string) => FormattedDay {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
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
