import { z } from 'zod'
import { line } from '../schema/text.ts'
import { defineCollection } from './collection.ts'
import { common, expanding, servicePages } from './service.ts'

/** What a client has to solve, as the menu lists it. */
export const solution = z.strictObject({
  ...common,
  description: line.max(80).describe('One line in the menu'),
  ...expanding,
})
export type Solution = z.infer<typeof solution>

export const solutions = defineCollection({
  name: 'solutions',
  folders: { solutions: { kind: 'solution', next: ', and in the menu.' } },
  extension: '.yaml',
  schema: solution,
  order: ['order', 'title'],
  words: 'service.solutions',
}).withPages({ path: '/solutions/{slug}', ...servicePages('solutions', 'cobalt') })
