import { testimonialSchema } from '../entries/testimonial.ts'
import { defineCollection } from './collection.ts'

export const testimonials = defineCollection({
  name: 'testimonials',
  folders: {
    testimonials: {
      kind: 'testimonial',
      next: 'To show it on a page, add {slug} to the items of a section of type testimonials.',
    },
  },
  extension: '.yaml',
  schema: testimonialSchema,
  referencedOnce: 'page',
})
