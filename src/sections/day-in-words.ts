import type { Day } from '../entries/page-content.ts'

/**
 * Writes days (`2026-11-22`) out in a language. Fixed to UTC, so that every machine writes the same day. To find out how
 * a language writes days takes a hundred times as long as to write one: it is done once for a site.
 */
export function createDayWriter(language: string): (date: string) => Day {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return (date) => ({ date, words: format.format(new Date(date)) })
}
