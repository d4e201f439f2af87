import { weekdays } from '../../../schema/days.ts'

/** Returns the day of a limit such as `2026-12-01`, `today + 2` or `today - 18 years`. `today` is a moment in UTC. */
export function resolveDay(limit: string, today = new Date()): string {
  const [relative, sign = '+', count = '0', unit] = /^today ?([+-])? ?(\d+)? ?(y)?/.exec(limit) ?? []
  if (relative === undefined) return limit
  const day = new Date(today)
  if (unit) day.setUTCFullYear(day.getUTCFullYear() + Number(sign + count))
  else day.setUTCDate(day.getUTCDate() + Number(sign + count))
  return day.toISOString().slice(0, 10)
}

/** Reports whether a day is in one of the periods, or on one of the weekdays. */
export function isExcluded(day: string, exclude: readonly string[] = []): boolean {
  const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7]
  return exclude.some((part) => {
    const [first = '', last = first] = part.split(' to ')
    return part === weekday || (first <= day && day <= last)
  })
}
