import { z } from 'zod'

/** Reports whether a string is a time zone of the IANA database, such as `America/New_York`. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

export const timeZoneSchema = z
  .string()
  .refine(isTimeZone, 'a time zone such as America/New_York')
  .meta({ code: 'time zone' })

/** Returns the name of a time zone in a language, such as "Pacific Time". @param day the day on which it has this name */
export function formatTimeZone(timeZone: string, language: string, day: string): string | undefined {
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts(new Date(day)).find(({ type }) => type === 'timeZoneName')?.value
}

/** Returns the calendar day of a moment in a time zone, as YYYY-MM-DD. */
export function getDayInZone(moment: Date, zone = 'UTC'): string {
  return getLocalTime(moment, zone).toISOString().slice(0, 10)
}

/** Formats a time of a day in a time zone as RFC 3339, such as `2026-12-31T23:59:59-08:00`. */
export function formatTimeInZone(day: string, time: string, zone = 'UTC'): string {
  const local = Date.parse(`${day}T${time}Z`)
  const offsetAt = (moment: number) => getLocalTime(new Date(moment), zone).getTime() - moment
  // The first offset may be that of the day before or after a clock change.
  const minutes = Math.round(offsetAt(local - offsetAt(local)) / 60_000)
  if (minutes === 0) return `${day}T${time}Z`
  const parts = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const offset = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${day}T${time}${minutes < 0 ? '-' : '+'}${offset}`
}

/** Returns a date whose UTC fields are the local time of a moment in a time zone. */
function getLocalTime(moment: Date, zone: string): Date {
  if (zone === 'UTC') return moment
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const [year = 0, month = 1, ...rest] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map((name) =>
    parts.get(name),
  )
  return new Date(Date.UTC(year, month - 1, ...rest))
}
