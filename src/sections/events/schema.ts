import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { actionSchema } from '../../schema/action.ts'
import { anchor, heading, intro } from '../../schema/blocks.ts'
import { toPlainText } from '../../schema/inline-markdown.ts'
import { resolveUrl } from '../../schema/parse-url.ts'
import { day, inlineMarkdown, line } from '../../schema/text.ts'

const event = z
  .strictObject({
    title: line.max(90).describe('Name of the event'),
    day: day.describe('Date, or first day of an event of several days'),
    lastDay: day.optional().describe('Last day of an event of several days'),
    time: line.max(40).optional().describe('Time of day, such as 19:00 to 21:00'),
    place: inlineMarkdown(160).optional().describe('Where the event is, such as a name and an address'),
    description: inlineMarkdown(400).optional().describe('What visitors can expect, in a sentence or two'),
    action: actionSchema.optional().describe('Link to tickets or to a form'),
  })
  .refine((event) => event.lastDay === undefined || event.lastDay >= event.day, {
    path: ['lastDay'],
    error: 'the last day is before the first',
  })
type Event = z.infer<typeof event>

export const schema = z.strictObject({
  type: z.literal('events').describe('Coming events, by date; each disappears after its last day'),
  id: anchor,
  heading,
  text: intro,
  items: z.array(event).max(60).describe('Events, in any order; builds omit past events'),
  empty: inlineMarkdown(240).describe('Text shown if there are no coming events'),
})
type EventsSection = z.infer<typeof schema>

/** Returns the events that are not over, the earliest first. */
function listComing({ items }: EventsSection, today: string): Event[] {
  return items.filter((item) => getLastDay(item) >= today).sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
}

function getLastDay({ day, lastDay = day }: Event): string {
  return lastDay
}

export function resolve(section: EventsSection, { today, formatPeriod }: PageContent) {
  const items = listComing(section, today).map((item) => ({ ...item, words: formatPeriod(item.day, item.lastDay) }))
  return { ...section, items }
}

export function expiringParts({ items }: EventsSection) {
  return items.map((item) => ({ title: item.title, until: getLastDay(item) }))
}

/** schema.org Event. https://developers.google.com/search/docs/appearance/structured-data/event */
export function structuredData(section: EventsSection, { today, site }: PageContent): object[] {
  return listComing(section, today).map(({ title, day, lastDay, place, description, action }) => ({
    '@type': 'Event',
    name: title,
    startDate: day,
    ...(lastDay && { endDate: lastDay }),
    ...(place && { location: { '@type': 'Place', name: toPlainText(place), address: toPlainText(place) } }),
    ...(description && { description: toPlainText(description) }),
    ...(action && /^(?:https?:|\/)/.test(action.to) && { url: resolveUrl(action.to, site.url) }),
  }))
}
