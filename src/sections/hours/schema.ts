import { z } from 'zod'
import { createOrganization, createPostalAddress } from '../../entries/organization.ts'
import type { PageContent } from '../../entries/page-content.ts'
import { formatPostalAddress } from '../../entries/postal.ts'
import { anchor, heading, intro } from '../../schema/blocks.ts'
import { reference } from '../../schema/text.ts'
import { findBySlug, type OwnPage } from '../entry-views.ts'
import { formatHours, listOpeningHours } from './format-hours.ts'

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
  const { language, labels } = content.site
  const places = listPlaces(section, content).map(({ name, path, address, phone, email, map, hours, note }) => ({
    name,
    path,
    phone,
    email,
    map,
    note,
    address: formatPostalAddress(address),
    days: formatHours(hours, { language, closed: labels.closed }),
  }))
  const { items: _items, ...shown } = section
  return { ...shown, places, page: undefined as OwnPage }
}

/** schema.org LocalBusiness. https://developers.google.com/search/docs/appearance/structured-data/local-business */
export function structuredData(section: Section, content: PageContent): object[] {
  return listPlaces(section, content).map(({ name, path, business, address, phone, email, map, hours }) => ({
    '@type': business,
    name,
    ...(path && { url: content.site.url + path }),
    parentOrganization: createOrganization(content.site),
    address: createPostalAddress(address),
    ...(phone && { telephone: phone }),
    ...(email && { email }),
    ...(map && { hasMap: map }),
    ...(hours.length > 0 && { openingHoursSpecification: listOpeningHours(hours) }),
  }))
}

function listPlaces({ items }: Section, content: PageContent) {
  return items?.map((slug) => findBySlug(content, 'places', slug)) ?? content.places
}
