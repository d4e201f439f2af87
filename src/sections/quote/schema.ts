import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { testimonialReference } from '../../schema/blocks.ts'
import { resolveTestimonial } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('quote').describe('Testimonial from one client'),
  testimonial: testimonialReference.describe('Testimonial to show'),
})

export function resolve(section: z.infer<typeof schema>, content: PageContent) {
  return { ...section, testimonial: resolveTestimonial(content, section.testimonial) }
}
