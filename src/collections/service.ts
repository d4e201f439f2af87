import { z } from 'zod'
import type { CoverBackground } from '../drawings/motif.ts'
import { createCardMotif } from '../drawings/picture.ts'
import type { PagedEntry } from '../entries/entry.ts'
import type { Link } from '../entries/menus.ts'
import { createOrganization } from '../entries/organization.ts'
import type { PageContent } from '../entries/page-content.ts'
import { type Service, serviceSchema } from '../entries/service.ts'
import { requireSitePart, type Site } from '../entries/site.ts'
import type { Solution } from '../entries/solution.ts'
import { resolveTestimonial } from '../sections/entry-views.ts'
import type { SectionView } from '../sections/view.ts'
import { type CollectionPages, defineCollection } from './collection.ts'
import { addedSectionsSchema, resolveSections, sectionPages, type WithSections } from './page-sections.ts'

type Entry = PagedEntry<Service | Solution> & WithSections

/** The sections that services and solutions add to those of their layout. */
export const addedSections = {
  sections: addedSectionsSchema.optional().describe('Sections after those of the layout, before the end of the page'),
}
const [expandingLayout, argumentLayout] = serviceSchema.options

export const services = defineCollection({
  name: 'services',
  folders: { services: { kind: 'service', next: ', and in the list of services under its group.' } },
  extension: '.yaml',
  schema: z.discriminatedUnion('layout', [expandingLayout.extend(addedSections), argumentLayout.extend(addedSections)]),
  order: ['order', 'title'],
  referencedOnce: 'list',
  words: 'service.services',
}).withPages({ path: '{folder}/{slug}', ...createServicePages('services', 'paper') })

/** Returns the page definition for services or solutions. */
export function createServicePages(list: keyof Site['service'], ground: CoverBackground) {
  return {
    ...sectionPages,
    title: ['metaTitle'],
    description: 'metaDescription',
    name: ({ title }) => title,
    parent: (_, site) => site.service[list],
    view: (entry, content) => serviceSections(entry, content, requireSitePart(content.site.service[list])),
    card: ({ title, hero }) => ({ label: title, title: hero.heading, drawing: createCardMotif(ground, hero.picture) }),
    structuredData: (entry, content) => [
      {
        '@type': 'Service',
        name: entry.title,
        description: entry.metaDescription,
        url: content.site.url + entry.path,
        serviceType: entry.title,
        provider: createOrganization(content.site),
        ...(content.site.address && { areaServed: content.site.address.country }),
      },
      ...sectionPages.structuredData(entry, content),
    ],
  } as const satisfies Omit<CollectionPages<Entry, string>, 'path'>
}

/** Returns the sections of a service or solution, depending on its layout. */
function serviceSections(entry: Entry, content: PageContent, trail: Link): SectionView[] {
  const expanding = entry.layout === 'expanding'
  const opening: SectionView = {
    type: 'service-hero',
    trail,
    title: entry.title,
    ...entry.hero,
    actions: expanding && entry.booking ? [entry.booking] : entry.closing.actions.slice(0, 1),
  }
  const features = expanding ? entry.features : entry.benefits
  const evidence: SectionView[] = expanding
    ? [
        ...(entry.results ? [{ type: 'results' as const, ...entry.results }] : []),
        ...(entry.details ? [{ type: 'details' as const, text: undefined, ...entry.details }] : []),
      ]
    : []
  return [
    opening,
    ...(entry.challenge ? [{ type: 'challenge' as const, ...entry.challenge }] : []),
    ...(features
      ? [{ type: 'features' as const, look: 'rows' as const, id: undefined, text: undefined, ...features }]
      : []),
    ...evidence,
    ...(entry.testimonial
      ? [{ type: 'quote' as const, testimonial: resolveTestimonial(content, entry.testimonial) }]
      : []),
    ...resolveSections(entry, content),
    { type: 'closing', look: 'band', steps: [], mail: false, ...entry.closing },
  ]
}
