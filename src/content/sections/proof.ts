import { z } from 'zod'
import { action } from '../action.ts'
import { anchor, detail, heading, intro, result, side, testimonialReference } from '../blocks.ts'
import { line, reference, text } from '../text.ts'

/** Sections that argue, answer or ask. */

export const testimonials = z.strictObject({
  type: z.literal('testimonials'),
  heading,
  look: z
    .enum(['slides', 'dots'])
    .default('slides')
    .describe('slides: two at a time with buttons; dots: one at a time'),
  items: z.array(testimonialReference).min(1).max(12),
})

export const quote = z.strictObject({ type: z.literal('quote'), testimonial: testimonialReference })

export const story = z.strictObject({
  type: z.literal('story'),
  heading: heading.optional(),
  text: text.optional(),
  testimonial: testimonialReference.optional(),
  caption: line,
  results: z
    .array(z.strictObject({ label: line, value: line.max(16) }))
    .min(1)
    .max(5),
  actions: z.array(action).max(2).default([]),
})

export const faq = z.strictObject({ type: z.literal('faq'), heading, text: intro, faq: reference('faqs') })

export const details = z.strictObject({
  type: z.literal('details'),
  heading,
  text: intro,
  items: z.array(detail).min(1).max(8),
})

export const results = z.strictObject({
  type: z.literal('results'),
  heading,
  text: intro,
  columns: z.array(line.max(30)).min(2).max(3).describe('Heading of the measure, then of the figures'),
  rows: z.array(result).min(1).max(6),
})

export const challenge = z.strictObject({
  type: z.literal('challenge'),
  heading,
  challenge: side,
  solution: side,
})

export const form = z.strictObject({
  type: z.literal('form'),
  id: anchor,
  heading,
  text: intro,
  form: reference('forms'),
  aside: z
    .strictObject({
      heading: line,
      steps: z
        .array(z.strictObject({ when: line.max(40), what: line }))
        .min(1)
        .max(6),
    })
    .optional(),
})
