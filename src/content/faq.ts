import { z } from 'zod'
import { line, text } from './text.ts'

/** A list of questions, shown together. */
export const faq = z.strictObject({
  items: z
    .array(z.strictObject({ question: line.max(110), answer: text.max(900) }))
    .min(1)
    .max(12),
})
export type Faq = z.infer<typeof faq>
