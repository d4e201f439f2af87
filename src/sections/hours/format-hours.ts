import { type Place, weekdays } from '../../entries/place.ts'

type Hours = Place['hours']

/** The weekdays from Monday to Sunday. The first of January 2024 was a Monday. */
const days = weekdays.map((name, index) => ({ name, date: new Date(Date.UTC(2024, 0, index + 1)) }))

/**
 * Formats opening hours in a language, such as "Monday – Friday" and "7:00 AM – 6:00 PM". Adjacent days with the same
 * hours share a line. Days without hours are closed. Returns no lines if there are no hours at all.
 */
export function formatHours(hours: Hours, { language, closed }: { language: string; closed: string }) {
  if (hours.length === 0) return []
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  const format = (text: string) => time.format(new Date(`2024-01-01T${text}Z`))
  const lines: { first: Date; last: Date; open: string }[] = []
  for (const { name, date } of days) {
    const ranges = hours.filter((line) => listDays(line).includes(name))
    const open = ranges.map(({ opens, closes }) => `${format(opens)} – ${format(closes)}`).join(', ') || closed
    const before = lines.at(-1)
    if (before?.open === open) before.last = date
    else lines.push({ first: date, last: date, open })
  }
  return lines.map(({ first, last, open }) => ({
    days: first === last ? day.format(first) : day.formatRange(first, last),
    open,
  }))
}

/** Returns schema.org OpeningHoursSpecifications. */
export function listOpeningHours(hours: Hours) {
  return hours.map((line) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: listDays(line).map((name) => `https://schema.org/${name[0]?.toUpperCase()}${name.slice(1)}`),
    opens: line.opens,
    closes: line.closes,
  }))
}

function listDays({ from, to = from }: Hours[number]) {
  return weekdays.slice(weekdays.indexOf(from), weekdays.indexOf(to) + 1)
}
