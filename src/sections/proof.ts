import { z } from 'zod'
import { action } from '../schema/action.ts'
import { anchor, detail, heading, intro, result, side, testimonialReference } from '../schema/blocks.ts'
import { line, reference, text } from '../schema/text.ts'

/** Sections that argue, answer or ask. */

export const testimonials = z.strictObject({
  type: z.literal('testimonials'),
  heading,
  look: z
    .enum(['slides', 'dots'])
    .default('slides')
    .describe('slides: two at a time with buttons; dots: one at a time'),
  items: z.array(testimonialReference).min(1).max(12).describe('Who speaks, in order'),
})

export const quote = z.strictObject({
  type: z.literal('quote'),
  testimonial: testimonialReference.describe('Who speaks'),
})

export const story = z.strictObject({
  type: z.literal('story'),
  heading: heading.optional(),
  text: text.optional().describe('The story'),
  testimonial: testimonialReference.optional().describe('Who tells it'),
  caption: line.describe('Title of the table of results'),
  results: z
    .array(
      z.strictObject({
        label: line.describe('What was measured'),
        value: line.max(16).describe('What came out'),
      }),
    )
    .min(1)
    .max(5)
    .describe('Figures of the story'),
  actions: z.array(action).max(2).default([]).describe('Buttons under it'),
})

export const faq = z.strictObject({
  type: z.literal('faq'),
  heading,
  text: intro,
  faq: reference('faqs').describe('The list of questions'),
})

export const details = z.strictObject({
  type: z.literal('details'),
  heading,
  text: intro,
  items: z.array(detail).min(1).max(8).describe('Open one at a time'),
})

export const results = z.strictObject({
  type: z.literal('results'),
  heading,
  text: intro,
  columns: z.array(line.max(30)).min(2).max(3).describe('Heading of the measure, then of the figures'),
  rows: z.array(result).min(1).max(6).describe('One measure a row'),
})

export const challenge = z.strictObject({
  type: z.literal('challenge'),
  heading,
  challenge: side.describe('What hurts'),
  solution: side.describe('What is done about it'),
})

export const form = z.strictObject({
  type: z.literal('form'),
  id: anchor,
  heading,
  text: intro,
  form: reference('forms').describe('The form'),
  aside: z
    .strictObject({
      heading: line.describe('Heading beside the form'),
      steps: z
        .array(z.strictObject({ when: line.max(40).describe('How soon'), what: line.describe('What happens then') }))
        .min(1)
        .max(6)
        .describe('What happens after sending'),
    })
    .optional()
    .describe('Stands beside the form'),
})
