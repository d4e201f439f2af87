import type { Day } from './view.ts'

/** Writes a day (`2026-11-22`) out in a language. Fixed to UTC, so that every machine writes the same day. */
export function dayInWords(date: string, language: string): Day {
  const words = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  return { date, words }
}
