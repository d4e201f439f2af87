import { z } from 'zod'
import { image, line, text } from './text.ts'

/** What a client said. */
export const testimonial = z.strictObject({
  quote: text.max(400),
  author: line.max(40),
  company: line.max(60).describe('Role and kind of company'),
  initials: z.string().regex(/^\p{Lu}{1,3}$/u, 'one to three capitals'),
  image: image.optional().describe('A portrait in content/images; without it the initials are shown'),
  rating: z.int().min(1).max(5).default(5),
})
export type Testimonial = z.infer<typeof testimonial>
