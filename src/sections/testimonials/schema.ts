import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { heading, testimonialReference } from '../../schema/blocks.ts'
import { resolveTestimonial } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('testimonials').describe('Testimonials from several clients, in a carousel'),
  heading,
  look: z
    .enum(['slides', 'dots'])
    .default('slides')
    .describe('slides: two at a time with buttons; dots: one at a time'),
  portraits: z.boolean().default(false).describe('Whether to show drawn portraits instead of initials'),
  items: z.array(testimonialReference).min(1).max(12).describe('Testimonials, in order'),
})

export function resolve(section: z.infer<typeof schema>, content: PageContent) {
  return { ...section, items: section.items.map((slug) => resolveTestimonial(content, slug)) }
}
