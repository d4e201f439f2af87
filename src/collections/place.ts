import { createCardMotif } from '../drawings/picture.ts'
import { placeSchema } from '../entries/place.ts'
import type { Section } from '../sections/section.ts'
import { defineCollection } from './collection.ts'
import { createPageFields, openPage, optionalPages, resolveSections } from './page-sections.ts'

export const places = defineCollection({
  name: 'places',
  folders: {
    places: {
      kind: 'place',
      next: 'To show the place, add a section of type hours to a page. For a page of its own, write `metaDescription`.',
    },
  },
  extension: '.yaml',
  schema: placeSchema.extend(createPageFields('place')),
  order: ['order', 'name'],
  expiringParts: ({ name, exceptions }) =>
    exceptions.map(({ from, to = from, label }) => ({ title: label ? `${name}: ${label}` : name, until: to })),
}).withPages({
  ...optionalPages,
  parent: (_, site) => site.places,
  view: (entry, content) => [
    openPage(createSection(entry), content, content.site.places),
    ...resolveSections(entry, content),
  ],
  card: ({ name, address }) => ({ label: address.locality, title: name, drawing: createCardMotif('paper', undefined) }),
  structuredData: (entry, content) =>
    optionalPages.structuredData({ sections: [createSection(entry), ...(entry.sections ?? [])] }, content),
})

function createSection({ slug, name }: { slug: string; name: string }): Section {
  return { type: 'hours', heading: name, items: [slug] }
}
