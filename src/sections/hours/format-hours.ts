import type { PageContent } from '../../entries/page-content.ts'
import { listWeekdays, type Place } from '../../entries/place.ts'
import { weekdays } from '../../schema/days.ts'
import type { OpeningTimes } from '../open-now/find-opening.ts'

type Hours = Place['hours']
type Exceptions = Place['exceptions']
type Words = Record<'language' | 'closed', string>

/** The weekdays from Monday to Sunday. The first of January 2024 was a Monday. */
const days = weekdays.map((name, index) => ({ name, date: new Date(Date.UTC(2024, 0, index + 1)) }))

/**
 * Formats opening hours in a language, such as "Monday – Friday" and "7:00 AM – 6:00 PM". Adjacent days with the same
 * hours share a line. Days without hours are closed. Returns no lines if there are no hours at all.
 */
export function formatHours(hours: Hours, words: Words) {
  if (hours.length === 0) return []
  const day = new Intl.DateTimeFormat(words.language, { weekday: 'long', timeZone: 'UTC' })
  const formatTimes = createTimesFormatter(words)
  const lines: { first: Date; last: Date; open: string }[] = []
  for (const { name, date } of days) {
    const ranges = hours.filter((line) => listWeekdays(line).includes(name))
    const open = ranges.map(formatTimes).join(', ') || words.closed
    const before = lines.at(-1)
    if (before?.open === open) before.last = date
    else lines.push({ first: date, last: date, open })
  }
  return lines.map(({ first, last, open }) => ({
    days: first === last ? day.format(first) : day.formatRange(first, last),
    label: undefined,
    open,
  }))
}

/** Formats exceptions in a language, one per line. */
export function formatExceptions(exceptions: Exceptions, words: Words & Pick<PageContent, 'formatPeriod'>) {
  const formatTimes = createTimesFormatter(words)
  return exceptions.map(({ from, to, label, ...times }) => ({
    days: words.formatPeriod(from, to),
    label,
    open: formatTimes(times),
  }))
}

/** Returns when a place is open, for the script that says whether it is open now. */
export function createOpeningTimes(
  hours: Hours,
  exceptions: Exceptions,
  { language, timeZone = 'UTC' }: { language: string; timeZone?: string | undefined },
): OpeningTimes {
  const format = createTimeFormatter(language)
  const toPeriod = ({ opens, closes }: { opens: string; closes: string }) => {
    return { start: opens, end: closes, startText: format(opens), endText: format(closes) }
  }
  return {
    timeZone,
    week: weekdays.map((name) => hours.filter((line) => listWeekdays(line).includes(name)).map(toPeriod)),
    exceptions: exceptions.map(({ from, to = from, opens, closes }) => {
      return { from, to, periods: opens && closes ? [toPeriod({ opens, closes })] : [] }
    }),
  }
}

/** Returns schema.org OpeningHoursSpecifications. */
export function listOpeningHours(hours: Hours) {
  return hours.map((line) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: listWeekdays(line).map((name) => `https://schema.org/${name[0]?.toUpperCase()}${name.slice(1)}`),
    opens: line.opens,
    closes: line.closes,
  }))
}

/**
 * Returns schema.org OpeningHoursSpecifications that override others. From 00:00 to 00:00 means closed.
 * https://schema.org/specialOpeningHoursSpecification
 */
export function listSpecialHours(exceptions: Exceptions) {
  return exceptions.map(({ from, to = from, opens = '00:00', closes = '00:00' }) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: from,
    validThrough: to,
    opens,
    closes,
  }))
}

/** Creates a function that formats opening times in a language. A place without times is closed. */
function createTimesFormatter({ language, closed }: Words) {
  const format = createTimeFormatter(language)
  return ({ opens, closes }: Pick<Exceptions[number], 'opens' | 'closes'>) =>
    opens && closes ? `${format(opens)} – ${format(closes)}` : closed
}

function createTimeFormatter(language: string) {
  const format = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return (time: string) => format.format(new Date(`2024-01-01T${time}Z`))
}
