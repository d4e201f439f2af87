import { createCardMotif } from '../drawings/picture.ts'
import { placeSchema } from '../entries/place.ts'
import { resolve, structuredData } from '../sections/hours/schema.ts'
import { defineCollection } from './collection.ts'
import { createPageFields, optionalPages, resolveSections } from './page-sections.ts'

export const places = defineCollection({
  name: 'places',
  folders: { places: { kind: 'place', next: 'To show the place, add a section of type hours to a page.' } },
  extension: '.yaml',
  schema: placeSchema.extend(createPageFields('place')),
  order: ['order', 'name'],
}).withPages({
  ...optionalPages,
  parent: (_, site) => site.places,
  view: (entry, content) => [
    { ...resolve(createSection(entry), content), page: { parent: content.site.places } },
    ...resolveSections(entry, content),
  ],
  card: ({ name, address }) => ({ label: address.locality, title: name, drawing: createCardMotif('paper', undefined) }),
  structuredData: (entry, content) => [
    ...structuredData(createSection(entry), content),
    ...optionalPages.structuredData(entry, content),
  ],
})

function createSection({ slug, name }: { slug: string; name: string }) {
  return { type: 'hours' as const, heading: name, items: [slug] }
}
