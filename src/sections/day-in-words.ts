import type { Day } from '../entries/page-content.ts'

/**
 * Creates a function that writes days (`2026-11-22`) out in a language. In UTC, so that every machine writes the same
 * day. Creating a format takes a hundred times as long as using it, so a site creates it once.
 */
export function createDayWriter(language: string): (date: string) => Day {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return (date) => ({ date, words: format.format(new Date(date)) })
}
