import { z } from 'zod'
import { action } from './action.ts'
import { detail, featureCard, iconName, result, side, testimonialReference } from './blocks.ts'
import { picture } from './picture.ts'
import { line, pageDescription, pageTitle, reference, text } from './text.ts'

/** What service and solution pages have in common. */
const common = {
  title: line.max(60).describe('Name in lists and menus'),
  metaTitle: pageTitle,
  metaDescription: pageDescription,
  order: z.int().default(100).describe('Place in lists; equal numbers sort by title'),
  hero: z.strictObject({
    heading: line.max(90),
    text: text.max(320),
    picture: picture.optional(),
  }),
  closing: z.strictObject({ heading: line.max(90), text: text.max(320), actions: z.array(action).min(1).max(2) }),
}

/** Layout (a): expanding sections, a feature trio, a results block and a booking button. */
const expanding = {
  layout: z.literal('expanding'),
  challenge: z.strictObject({ heading: line, challenge: side, solution: side }).optional(),
  details: z.strictObject({ heading: line, items: z.array(detail).min(3).max(6) }),
  features: z.strictObject({ heading: line, items: z.array(featureCard).length(3) }),
  results: z.strictObject({
    heading: line,
    text: text.max(320),
    columns: z.array(line.max(30)).min(2).max(3),
    rows: z.array(result).min(2).max(5),
  }),
  booking: line.max(48).describe('Button that opens the discovery-call dialog'),
  testimonial: testimonialReference.optional(),
}

/** Layout (b): challenge and solution, three benefits, one testimonial, closing call. */
const argument = {
  layout: z.literal('argument'),
  challenge: z.strictObject({ heading: line, challenge: side, solution: side }),
  benefits: z.strictObject({ heading: line, items: z.array(featureCard).length(3) }),
  testimonial: testimonialReference,
}

const listing = {
  icon: iconName,
  group: reference('serviceGroups'),
  description: line.max(120).describe('One line in lists'),
  valueProposition: line.max(40).describe('What it moves, in two or three words'),
}

export const service = z.discriminatedUnion('layout', [
  z.strictObject({ ...common, ...listing, ...expanding }),
  z.strictObject({ ...common, ...listing, ...argument }),
])
export type Service = z.infer<typeof service>

export const solution = z.strictObject({
  ...common,
  description: line.max(80).describe('One line in the menu'),
  ...expanding,
})
export type Solution = z.infer<typeof solution>
