import { z } from 'zod'
import { picture } from '../drawings/picture.ts'
import { action } from '../schema/action.ts'
import { detail, featureCard, iconName, result, side, testimonialReference } from '../schema/blocks.ts'
import { draft, inlineMarkdown, line, pageDescription, pageTitle, reference } from '../schema/text.ts'

/** Fields of services and solutions. */
export const common = {
  title: line.max(60).describe('Name in lists and menus'),
  metaTitle: pageTitle.describe('Title in search results and browser tabs; the name of the site is added'),
  metaDescription: pageDescription.describe('Description for search results and shared links'),
  order: z.int().default(100).describe('Place in lists; equal numbers sort by title'),
  hero: z
    .strictObject({
      heading: line.max(90).describe('The h1 of the page: what it does for the client'),
      text: inlineMarkdown(320).describe('How, in a sentence or two'),
      picture: picture.optional().describe('A drawing with figures beside the text'),
    })
    .describe('Opens the page'),
  closing: z
    .strictObject({
      heading: line.max(90).describe('The last call'),
      text: inlineMarkdown(320).describe('What happens next'),
      actions: z.array(action).min(1).max(2).describe('The first is the main button'),
    })
    .describe('Ends the page'),
  draft,
}

const contrast = z
  .strictObject({
    heading: line.describe('Heading over both sides'),
    challenge: side.describe('What hurts'),
    solution: side.describe('What is done about it'),
  })
  .describe('Challenge and solution, side by side')

/** Layout (a): expanding sections, features, a results block and a booking button. */
export const expanding = {
  layout: z.literal('expanding').describe('Details that open, features, results, a button for a call'),
  challenge: contrast.optional(),
  details: z
    .strictObject({
      heading: line.describe('Heading over the details'),
      items: z.array(detail).min(2).max(8).describe('Open one at a time'),
    })
    .describe('What is done, in detail'),
  features: z
    .strictObject({
      heading: line.describe('Heading over the features'),
      items: z.array(featureCard).min(2).max(8).describe('Under each other'),
    })
    .describe('What sets it apart'),
  results: z
    .strictObject({
      heading: line.describe('Heading over the table'),
      text: inlineMarkdown(320).describe('Where the figures come from'),
      columns: z.array(line.max(30)).min(2).max(3).describe('Heading of the measure, then of the figures'),
      rows: z.array(result).min(1).max(8).describe('One measure a row'),
    })
    .describe('A table of results'),
  booking: line.max(48).describe('Button that opens the discovery-call dialog'),
  testimonial: testimonialReference.optional().describe('A client who can speak for it'),
}

/** Layout (b): challenge and solution, benefits, one testimonial, closing call. */
const argument = {
  layout: z.literal('argument').describe('Challenge and solution, benefits, a testimonial'),
  challenge: contrast,
  benefits: z
    .strictObject({
      heading: line.describe('Heading over the benefits'),
      items: z.array(featureCard).min(2).max(8).describe('Under each other'),
    })
    .describe('What the client gains'),
  testimonial: testimonialReference.describe('A client who can speak for it'),
}

const listing = {
  icon: iconName.describe('A drawn sign'),
  group: reference('serviceGroups').describe('The heading under which it is listed'),
  description: line.max(120).describe('One line in lists'),
  valueProposition: line.max(40).describe('What it moves, in two or three words'),
}

export const service = z.discriminatedUnion('layout', [
  z.strictObject({ ...common, ...listing, ...expanding }),
  z.strictObject({ ...common, ...listing, ...argument }),
])
export type Service = z.infer<typeof service>
