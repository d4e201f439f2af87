import type { ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'

/** Days that are over, and pairs of days in the wrong order. All are written year-month-day, so they compare as texts. */
export function dates({ files }: ParsedFolder): Problem[] {
  const today = new Date().toISOString().slice(0, 10)
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
    if (collection.folder === 'jobs' && isDay(days.closes) && days.closes < today) {
      problems.push({
        ...{ rule: 'job/expired', severity: 'warning', file, ...source.locate(['closes']) },
        message: `the last day to apply is over; today is ${today}`,
        help: 'Remove the file, or move the day if the position is still open.',
      })
    }
    return problems
  })
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}
