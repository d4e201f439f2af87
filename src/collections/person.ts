import { personSchema } from '../entries/person.ts'
import { defineCollection } from './collection.ts'

export const people = defineCollection({
  name: 'people',
  folders: {
    people: {
      kind: 'person',
      next: 'To show the person, add a section of type people to a page, or set `person` in an article.',
    },
  },
  extension: '.yaml',
  schema: personSchema,
  order: ['order', 'name'],
})
