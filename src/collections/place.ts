import { placeSchema } from '../entries/place.ts'
import { defineCollection } from './collection.ts'

export const places = defineCollection({
  name: 'places',
  folders: { places: { kind: 'place', next: 'To show the place, add a section of type hours to a page.' } },
  extension: '.yaml',
  schema: placeSchema,
  order: ['order', 'name'],
  expiringParts: ({ name, exceptions }) =>
    exceptions.map(({ from, to = from, label }) => ({ title: label ? `${name}: ${label}` : name, until: to })),
})
