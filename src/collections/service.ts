import type { Ground } from '../drawings/motif.ts'
import { motifOn } from '../drawings/picture.ts'
import type { Paged } from '../entries/entry.ts'
import type { PageContent } from '../entries/page-content.ts'
import { type Service, service } from '../entries/service.ts'
import { required, type Site } from '../entries/site.ts'
import type { Solution } from '../entries/solution.ts'
import { testimonial } from '../sections/resolve.ts'
import type { View } from '../sections/view.ts'
import { defineCollection, type Pages } from './collection.ts'
import { organization } from './organization.ts'

export const services = defineCollection({
  name: 'services',
  folders: { services: { kind: 'service', next: ', and in the list of services under its group.' } },
  extension: '.yaml',
  schema: service,
  order: ['order', 'title'],
  referencedOnce: 'list',
  words: 'service.services',
}).withPages({ path: '/services/{slug}', ...servicePages('services', 'paper') })

/** The pages of services and solutions. */
export function servicePages(list: keyof Site['service'], ground: Ground) {
  return {
    title: ['metaTitle'],
    description: 'metaDescription',
    name: ({ title }) => title,
    parent: (_, site) => site.service[list],
    view: (entry, content) => serviceSections(entry, content, required(content.site.service[list])),
    card: ({ title, hero }) => ({ label: title, title: hero.heading, drawing: motifOn(ground, hero.picture) }),
    structuredData: ({ title, metaDescription, path }, { site }) => [
      {
        '@type': 'Service',
        name: title,
        description: metaDescription,
        url: site.url + path,
        serviceType: title,
        provider: organization(site),
        ...(site.address && { areaServed: site.address.country }),
      },
    ],
    /** The booking button opens the dialog for the discovery call. */
    anchors: ({ booking }) => (booking ? ['dialog-discovery'] : []),
  } as const satisfies Omit<Pages<Paged<Service | Solution>, string>, 'path'>
}

/** Returns the sections of a service or solution in its layout. */
function serviceSections(
  entry: Service | Solution,
  content: PageContent,
  trail: { label: string; to: string },
): View[] {
  const { navigation, dialogs } = content.site
  const call = { to: navigation.button.to, opens: dialogs.discovery && ('discovery' as const) }
  const opening: View = {
    type: 'service-hero',
    trail,
    title: entry.title,
    ...entry.hero,
    actions: entry.layout === 'expanding' ? [{ label: entry.booking, ...call }] : entry.closing.actions.slice(0, 1),
  }
  const middle: View[] =
    entry.layout === 'expanding'
      ? [
          ...(entry.challenge ? [{ type: 'challenge' as const, ...entry.challenge }] : []),
          { type: 'features', look: 'rows', id: undefined, text: undefined, ...entry.features },
          { type: 'results', ...entry.results },
          { type: 'details', text: undefined, ...entry.details },
        ]
      : [
          { type: 'challenge', ...entry.challenge },
          { type: 'features', look: 'rows', id: undefined, text: undefined, ...entry.benefits },
        ]
  const quote: View[] = entry.testimonial
    ? [{ type: 'quote', testimonial: testimonial(content, entry.testimonial) }]
    : []
  return [opening, ...middle, ...quote, { type: 'closing', look: 'band', steps: [], mail: false, ...entry.closing }]
}
