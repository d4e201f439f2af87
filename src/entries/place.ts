import { z } from 'zod'
import { draft, href, inlineMarkdown, line } from '../schema/text.ts'
import { postal } from './postal.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
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

/** A place that customers can visit: a shop, an office, a practice. */
export const placeSchema = z.strictObject({
  name: line.max(60).describe('Name of the place'),
  business: z
    .string()
    .regex(/^[A-Z][A-Za-z]+$/, 'a type of schema.org, such as Bakery')
    .default('LocalBusiness')
    .describe('Type of business for search engines, such as Bakery, Store or LegalService (https://schema.org)'),
  address: postal.describe('Address'),
  phone: line.max(30).optional().describe('Phone number'),
  email: z.email().optional().describe('Email address'),
  map: href.optional().describe('Link to a map'),
  hours: z
    .array(hours)
    .max(14)
    .default([])
    .describe('Opening hours; several entries for one day are shown together, days without an entry as closed'),
  note: inlineMarkdown(200).optional().describe('Exceptions, directions or parking'),
  order: z.int().default(100).describe('Position in lists; places with equal numbers are sorted by name'),
  draft,
})
export type Place = z.infer<typeof placeSchema>
