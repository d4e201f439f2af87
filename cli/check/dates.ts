import type { ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { isDay, today, upcoming } from '../content/upcoming.ts'

/** Days that are over or still to come, and pairs of days in the wrong order. */
export function dates({ files }: ParsedFolder): Problem[] {
  const now = today()
  return files.flatMap(({ source, data, file, collection }): Problem[] => {
    if (!source || !collection || typeof data !== 'object' || data === null) return []
    const days = data as Record<string, unknown>
    const problems: Problem[] = []
    for (const [first, last] of [
      ['posted', 'closes'],
      ['published', 'updated'],
    ] as const) {
      const [from, to] = [days[first], days[last]]
      if (!isDay(from) || !isDay(to) || from <= to) continue
      problems.push({
        ...{ rule: 'date/order', severity: 'error', file, ...source.locate([last]) },
        message: `"${last}" is before "${first}", which is ${from}`,
        help: 'Correct one of the two days.',
      })
    }
    if (isDay(days.closes) && days.closes < now) {
      problems.push({
        ...{ rule: 'job/expired', severity: 'warning', file, ...source.locate(['closes']) },
        message: `the last day to apply is over; today is ${now}`,
        help: 'Remove the file, or move the day if the position is still open.',
      })
    }
    const later = upcoming({ collection, data }, now)
    if (later && problems.length === 0) {
      problems.push({
        ...{ rule: 'date/upcoming', severity: 'warning', file, ...source.locate([later.field]) },
        message: `this is left out of the site until ${later.day}; today is ${now}`,
        help: 'Build the site again on that day. Only "site dev" shows it before.',
      })
    }
    return problems
  })
}
