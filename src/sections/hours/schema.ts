import { z } from 'zod'
import { createOrganization, createPostalAddress } from '../../entries/organization.ts'
import type { PageContent } from '../../entries/page-content.ts'
import { formatPostalAddress } from '../../entries/postal.ts'
import { formatTimeZone } from '../../entries/time-zone.ts'
import { anchor, heading, intro } from '../../schema/blocks.ts'
import { parseSrcset } from '../../schema/srcset.ts'
import { reference } from '../../schema/text.ts'
import { findBySlug, type OwnPage } from '../entry-views.ts'
import {
  createOpeningTimes,
  formatExceptions,
  formatHours,
  listOpeningHours,
  listSpecialHours,
} from './format-hours.ts'

export const schema = z.strictObject({
  type: z.literal('hours').describe('Places with their addresses and opening hours'),
  id: anchor,
  heading,
  text: intro,
  items: z
    .array(reference('places'))
    .min(1)
    .optional()
    .describe('Places to show, in order; without it, all places are shown'),
})

type Section = z.infer<typeof schema>

export function resolve(section: Section, content: PageContent) {
  const { site, today, formatPeriod } = content
  const words = { language: site.language, closed: site.labels.closed, formatPeriod }
  const places = listPlaces(section, content).map(
    ({ name, path, photo, address, phone, email, map, hours, exceptions, openNow, timeZone, note }) => ({
      name,
      path,
      photo,
      phone,
      email,
      map,
      note,
      address: formatPostalAddress(address),
      times:
        openNow && hours.length > 0
          ? createOpeningTimes(hours, exceptions, { ...words, timeZone: timeZone ?? site.timeZone })
          : undefined,
      days: [...formatHours(hours, words), ...formatExceptions(exceptions, words)],
      zone: timeZone && timeZone !== site.timeZone ? formatTimeZone(timeZone, site.language, today) : undefined,
    }),
  )
  const { items: _items, ...shown } = section
  return { ...shown, places, page: undefined as OwnPage }
}

/** schema.org LocalBusiness. https://developers.google.com/search/docs/appearance/structured-data/local-business */
export function structuredData(section: Section, content: PageContent): object[] {
  const { site } = content
  return listPlaces(section, content).map(
    ({ name, path, business, photo, address, phone, email, map, hours, exceptions }) => ({
      '@type': business,
      name: name.includes(site.name) ? name : `${site.name}, ${name}`,
      ...(path && { url: site.url + path }),
      parentOrganization: createOrganization(site),
      address: createPostalAddress(address),
      ...(photo && { image: site.url + parseSrcset(photo.image).url }),
      ...(phone && { telephone: phone }),
      ...(email && { email }),
      ...(map && { hasMap: map }),
      ...(hours.length > 0 && { openingHoursSpecification: listOpeningHours(hours) }),
      ...(exceptions.length > 0 && { specialOpeningHoursSpecification: listSpecialHours(exceptions) }),
    }),
  )
}

/** Lists the places to show. Their exceptions are those that are not over, the earliest first. */
function listPlaces({ items }: Section, content: PageContent) {
  const places = items?.map((slug) => findBySlug(content, 'places', slug)) ?? content.places
  return places.map((place) => {
    const coming = place.exceptions.filter(({ from, to = from }) => to >= content.today)
    return { ...place, exceptions: coming.sort((a, b) => (a.from < b.from ? -1 : 1)) }
  })
}

export function addedSections({ places }: ReturnType<typeof resolve>) {
  return places.some(({ times }) => times) ? [{ type: 'open-now' as const }] : []
}
