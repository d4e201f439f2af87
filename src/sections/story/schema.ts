import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { actionSchema } from '../../schema/action.ts'
import { heading, testimonialReference } from '../../schema/blocks.ts'
import { listOf } from '../../schema/list-of.ts'
import { inlineMarkdown, line } from '../../schema/text.ts'
import { resolveTestimonial } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('story').describe('Story of one client, with the results'),
  heading: heading.optional(),
  text: inlineMarkdown(1200).optional().describe('Story, in one or more paragraphs'),
  testimonial: testimonialReference.optional().describe('Testimonial from the client'),
  caption: line.describe('Title of the table of results'),
  results: listOf(1, 5, {
    label: line.describe('Name of the metric'),
    value: line.max(16).describe('Result'),
  }).describe('Metrics and their results'),
  actions: z.array(actionSchema).max(2).default([]).describe('Buttons below the story'),
})

export function resolve(section: z.infer<typeof schema>, content: PageContent) {
  return { ...section, testimonial: section.testimonial ? resolveTestimonial(content, section.testimonial) : undefined }
}
