import { z } from 'zod'
import { weekdays } from '../schema/days.ts'
import { heroPhotoSchema } from '../schema/photo.ts'
import { day, draft, href, inlineMarkdown, line } from '../schema/text.ts'
import { postal } from './postal.ts'
import { timeZoneSchema } from './time-zone.ts'

const weekday = z.enum(weekdays)

const time = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time from 00:00 to 23:59; write 23:59 for midnight at the end of a day')

const hours = z
  .strictObject({
    from: weekday.describe('Day, or first of several days'),
    to: weekday.optional().describe('Last of several days'),
    opens: time.describe('Opening time, such as 07:30').meta({ examples: ['09:00'] }),
    closes: time.describe('Closing time, such as 18:00').meta({ examples: ['18:00'] }),
  })
  .refine(({ from, to = from }) => weekdays.indexOf(to) >= weekdays.indexOf(from), {
    path: ['to'],
    error: 'the last day is before the first; the week starts on monday',
  })
type Hours = z.infer<typeof hours>

const exception = z
  .strictObject({
    from: day.describe('Date, or first of several days'),
    to: day.optional().describe('Last of several days'),
    opens: time.optional().describe('Opening time; without times, the place is closed'),
    closes: time.optional().describe('Closing time'),
    label: line.max(60).optional().describe('Reason, such as Christmas'),
  })
  .refine(({ from, to = from }) => to >= from, { path: ['to'], error: 'the last day is before the first' })
  .refine(({ opens, closes }) => (opens === undefined) === (closes === undefined), {
    path: ['opens'],
    error: 'write both an opening and a closing time, or neither',
  })

/** Start and end, as texts that sort by time on the same day. */
type Period = readonly [start: string, end: string]

/** Returns a check that reports entries with a period that overlaps one of an earlier entry. */
function forbidOverlaps<E>(listPeriods: (entry: E) => Period[], message: string) {
  return ({ value, issues }: z.core.ParsePayload<E[]>) => {
    if (issues.length > 0) return
    const earlier: Period[] = []
    for (const [index, entry] of value.entries()) {
      const periods = listPeriods(entry)
      if (periods.some(([start, end]) => earlier.some((other) => start < other[1] && other[0] < end)))
        issues.push({ code: 'custom', path: [index], message, input: entry })
      earlier.push(...periods)
    }
  }
}

/** A place that customers can visit: a shop, an office, a practice. */
export const placeSchema = z.strictObject({
  name: line.max(60).describe('Name of the place'),
  business: z
    .string()
    .regex(/^[A-Z][A-Za-z]+$/, 'a type of schema.org, such as Bakery')
    .default('LocalBusiness')
    .describe('Type of business for search engines, such as Bakery, Store or LegalService (https://schema.org)'),
  address: postal.describe('Address'),
  phone: line.max(30).optional().describe('Phone number with its country code'),
  email: z.email().optional().describe('Email address'),
  map: href.optional().describe('Link to a map'),
  hours: z
    .array(hours)
    .max(14)
    .check(forbidOverlaps(listOpenPeriods, 'these opening times overlap earlier ones'))
    .default([])
    .describe('Opening hours; several entries for one day are shown together, days without an entry as closed'),
  exceptions: z
    .array(exception)
    .max(60)
    .check(
      forbidOverlaps(
        ({ from, to = from }) => [[from, `${to} 24:00`]],
        'an earlier exception has the same day: end its period the day before, and begin another one after it',
      ),
    )
    .default([])
    .describe('Days with other opening hours, such as holidays; shown until they are over'),
  openNow: z.boolean().default(false).describe('true: pages say whether the place is open now'),
  timeZone: timeZoneSchema.optional().describe('Time zone, shown if it differs from that of the site'),
  photo: heroPhotoSchema.optional().describe('Photo above the name, such as of the entrance'),
  note: inlineMarkdown(200).optional().describe('Directions or parking'),
  order: z.int().default(100).describe('Position in lists; places with equal numbers are sorted by name'),
  draft,
})
export type Place = z.infer<typeof placeSchema>

export function listWeekdays({ from, to = from }: Hours) {
  return weekdays.slice(weekdays.indexOf(from), weekdays.indexOf(to) + 1)
}

/** Lists the open period of each weekday. A period that lasts past midnight ends at midnight. */
function listOpenPeriods(entry: Hours): Period[] {
  const end = entry.closes > entry.opens ? entry.closes : '24:00'
  return listWeekdays(entry).map((name) => [`${name} ${entry.opens}`, `${name} ${end}`])
}
