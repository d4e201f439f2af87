import { z } from 'zod'
import { draft, line, text } from '../schema/text.ts'
import { portraitFields } from './person.ts'

export const testimonialSchema = z.strictObject({
  quote: text.max(400).describe('What the client said, without quotation marks'),
  author: line.max(40).describe('Name of the client, such as Dana C.'),
  company: line.max(60).describe('Role of the client and type of company'),
  initials: z
    .string()
    .regex(/^[\p{Lu}\p{Lo}]{1,3}$/u, 'one to three capital letters, or letters of a script without capitals')
    .describe('Initials, shown where no portrait is shown'),
  ...portraitFields,
  rating: z.int().min(1).max(5).default(5).describe('Number of stars'),
  draft,
})
export type Testimonial = z.infer<typeof testimonialSchema>
