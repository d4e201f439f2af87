import { solutionSchema } from '../entries/solution.ts'
import { defineCollection } from './collection.ts'
import { addedSections, createServicePages } from './service.ts'

export const solutions = defineCollection({
  name: 'solutions',
  folders: { solutions: { kind: 'solution', next: ', and in the menu.' } },
  extension: '.yaml',
  schema: solutionSchema.extend(addedSections),
  order: ['order', 'title'],
  words: 'service.solutions',
}).withPages({ path: '{folder}/{slug}', ...createServicePages('solutions', 'cobalt') })
