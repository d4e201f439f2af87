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
import { objectOf } from '../schema/list-of.ts'
import { heroPhotoSchema } from '../schema/photo.ts'
import { draft, inlineMarkdown, line, pageDescription, pageTitle, reference } from '../schema/text.ts'
import { pageOptions } from './page-options.ts'

/** Fields that services and solutions have in common. */
export const commonServiceFields = {
  title: line.max(60).describe('Name in lists and menus'),
  metaTitle: pageTitle.describe('Title in search results and browser tabs; the site name is appended'),
  metaDescription: pageDescription,
  order: z.int().default(100).describe('Position in lists; entries with equal numbers are sorted by title'),
  hero: objectOf('Top of the page', {
    heading: line.max(90).describe('Main heading of the page: the benefit for the client'),
    text: inlineMarkdown(320).describe('How the client gains this benefit, in a sentence or two'),
    picture: pictureSchema.optional().describe('Drawing with figures, below the text'),
    photo: heroPhotoSchema.optional().describe('Photo, shown instead of the drawing'),
  }),
  closing: objectOf('End of the page', {
    heading: line.max(90).describe('Heading of the final call to action'),
    text: inlineMarkdown(320).describe('What happens next'),
    actions: z.array(actionSchema).min(1).max(2).describe('Main button, followed by links'),
  }),
  ...pageOptions,
  draft,
}

const contrast = objectOf('Challenge and solution, side by side', {
  heading: line.describe('Heading above both sides'),
  challenge: contrastSideSchema.describe('The problem'),
  solution: contrastSideSchema.describe('The solution'),
})

/** The `expanding` layout: expandable details, features, a results table and a booking button. */
export const expandingLayoutFields = {
  layout: z.literal('expanding').describe('Expandable details, features, results and a booking button, all optional'),
  challenge: contrast.optional(),
  details: objectOf('The service in detail', {
    heading: line.describe('Heading above the details'),
    items: z.array(detailSchema).min(2).max(8).describe('Expandable topics; only one is open at a time'),
  }).optional(),
  features: objectOf('Distinguishing features', {
    heading: line.describe('Heading above the features'),
    items: z.array(featureCardSchema).min(2).max(8).describe('Features, in order'),
  }).optional(),
  results: objectOf('Table of results', {
    heading: line.describe('Heading above the table'),
    text: inlineMarkdown(320).describe('Source of the figures'),
    columns: z.array(line.max(30)).min(2).max(3).describe('Column headings: the metric, then its values'),
    rows: z.array(resultSchema).min(1).max(8).describe('One row per metric'),
  }).optional(),
  booking: actionSchema.optional().describe('Button at the top of the page, instead of the first one at its end'),
  testimonial: testimonialReference.optional().describe('Testimonial from a client'),
}

/** The `argument` layout: challenge and solution, benefits, and one testimonial. */
const argument = {
  layout: z.literal('argument').describe('Challenge and solution, benefits and a testimonial'),
  challenge: contrast,
  benefits: objectOf('Benefits for the client', {
    heading: line.describe('Heading above the benefits'),
    items: z.array(featureCardSchema).min(2).max(8).describe('Benefits, in order'),
  }),
  testimonial: testimonialReference.describe('Testimonial from a client'),
}

const listing = {
  icon: iconNameSchema.describe('Icon in lists'),
  group: reference('serviceGroups').describe('Group in which the service is listed'),
  description: line.max(120).describe('One-line description for lists'),
  valueProposition: line.max(40).optional().describe('What the service improves, in two or three words'),
}

export const serviceSchema = z.discriminatedUnion('layout', [
  z.strictObject({ ...commonServiceFields, ...listing, ...expandingLayoutFields }),
  z.strictObject({ ...commonServiceFields, ...listing, ...argument }),
])
export type Service = z.infer<typeof serviceSchema>
