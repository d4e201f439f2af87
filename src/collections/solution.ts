import { z } from 'zod'
import { motifOn } from '../drawings/covers/motif-of.ts'
import { line } from '../schema/text.ts'
import { defineCollection } from './collection.ts'
import { bookingAnchor, common, describeService, expanding, serviceSections } from './service.ts'

/** What a client has to solve, as the menu lists it. */
export const solution = z.strictObject({
  ...common,
  description: line.max(80).describe('One line in the menu'),
  ...expanding,
})
export type Solution = z.infer<typeof solution>

export const solutions = defineCollection({
  name: 'solutions',
  folders: { solutions: { kind: 'solution', next: 'It will be at /solutions/{slug}, and in the menu.' } },
  extension: '.yaml',
  schema: solution,
  order: ['order', 'title'],
}).withPages({
  path: '/solutions/{slug}',
  title: ['metaTitle'],
  description: 'metaDescription',
  name: ({ title }) => title,
  parent: (_, site) => site.service.solutions,
  view: (entry, content) => serviceSections(entry, content, content.site.service.solutions),
  card: ({ title, hero }) => ({ label: title, title: hero.heading, drawing: motifOn('cobalt', hero.picture) }),
  structuredData: (entry, { site }) => [describeService(entry, site)],
  anchors: bookingAnchor,
})
