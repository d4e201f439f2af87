import { solution } from '../entries/solution.ts'
import { defineCollection } from './collection.ts'
import { servicePages } from './service.ts'

export const solutions = defineCollection({
  name: 'solutions',
  folders: { solutions: { kind: 'solution', next: ', and in the menu.' } },
  extension: '.yaml',
  schema: solution,
  order: ['order', 'title'],
  words: 'service.solutions',
}).withPages({ path: '/solutions/{slug}', ...servicePages('solutions', 'cobalt') })
