import { z } from 'zod'
import { pictureSchema } from '../drawings/picture.ts'
import { actionSchema } from '../schema/action.ts'
import {
  contrastSideSchema,
  detailSchema,
  featureCardSchema,
  iconNameSchema,
  resultSchema,
  testimonialReference,
} from '../schema/blocks.ts'
import { draft, inlineMarkdown, line, pageDescription, pageTitle, reference } from '../schema/text.ts'

/** Fields that services and solutions have in common. */
export const commonServiceFields = {
  title: line.max(60).describe('Name in lists and menus'),
  metaTitle: pageTitle.describe('Title in search results and browser tabs; the name of the site is added'),
  metaDescription: pageDescription.describe('Description for search results and shared links'),
  order: z.int().default(100).describe('Position in lists; equal numbers sort by title'),
  hero: z
    .strictObject({
      heading: line.max(90).describe('The h1 of the page: what it does for the client'),
      text: inlineMarkdown(320).describe('How it does so, in a sentence or two'),
      picture: pictureSchema.optional().describe('Drawing with figures beside the text'),
    })
    .describe('Top of the page'),
  closing: z
    .strictObject({
      heading: line.max(90).describe('Heading of the final call to action'),
      text: inlineMarkdown(320).describe('What happens next'),
      actions: z.array(actionSchema).min(1).max(2).describe('The first is the main button'),
    })
    .describe('End of the page'),
  draft,
}

const contrast = z
  .strictObject({
    heading: line.describe('Heading above both sides'),
    challenge: contrastSideSchema.describe('The problem'),
    solution: contrastSideSchema.describe('The solution'),
  })
  .describe('Challenge and solution, side by side')

/** Layout (a): expandable details, features, a results block and a booking button. */
export const expandingLayoutFields = {
  layout: z.literal('expanding').describe('Expandable details, features, results, a button to book a call'),
  challenge: contrast.optional(),
  details: z
    .strictObject({
      heading: line.describe('Heading above the details'),
      items: z.array(detailSchema).min(2).max(8).describe('Topics that open one at a time'),
    })
    .describe('The service in detail'),
  features: z
    .strictObject({
      heading: line.describe('Heading above the features'),
      items: z.array(featureCardSchema).min(2).max(8).describe('Shown as a vertical list'),
    })
    .describe('What sets it apart'),
  results: z
    .strictObject({
      heading: line.describe('Heading above the table'),
      text: inlineMarkdown(320).describe('Where the figures come from'),
      columns: z.array(line.max(30)).min(2).max(3).describe('Headings: the measure, then the figures'),
      rows: z.array(resultSchema).min(1).max(8).describe('One row per measure'),
    })
    .describe('A table of results'),
  booking: line.max(48).describe('Label of the button that opens the discovery call dialog'),
  testimonial: testimonialReference.optional().describe('Testimonial of a client'),
}

/** Layout (b): challenge and solution, benefits, one testimonial, and a call to action. */
const argument = {
  layout: z.literal('argument').describe('Challenge and solution, benefits, a testimonial'),
  challenge: contrast,
  benefits: z
    .strictObject({
      heading: line.describe('Heading above the benefits'),
      items: z.array(featureCardSchema).min(2).max(8).describe('Shown as a vertical list'),
    })
    .describe('What the client gains'),
  testimonial: testimonialReference.describe('Testimonial of a client'),
}

const listing = {
  icon: iconNameSchema.describe('Icon'),
  group: reference('serviceGroups').describe('Group in which it is listed'),
  description: line.max(120).describe('One line in lists'),
  valueProposition: line.max(40).describe('What it improves, in two or three words'),
}

export const serviceSchema = z.discriminatedUnion('layout', [
  z.strictObject({ ...commonServiceFields, ...listing, ...expandingLayoutFields }),
  z.strictObject({ ...commonServiceFields, ...listing, ...argument }),
])
export type Service = z.infer<typeof serviceSchema>
