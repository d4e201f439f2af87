import { testimonial } from '../entries/testimonial.ts'
import { defineCollection } from './collection.ts'

export const testimonials = defineCollection({
  name: 'testimonials',
  folders: {
    testimonials: {
      kind: 'testimonial',
      next: 'A page shows it when it names it: {slug} under items of its testimonials.',
    },
  },
  extension: '.yaml',
  schema: testimonial,
  namedOnce: 'page',
})
