import { z } from 'zod'
import { draft, inlineMarkdown, line } from '../schema/text.ts'

export const faqSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        question: line.max(110).describe('Question, as a visitor would ask it'),
        answer: inlineMarkdown(900).describe('Answer; separate paragraphs with blank lines'),
      }),
    )
    .min(1)
    .max(50)
    .describe('Questions and answers, in order'),
  draft,
})
export type Faq = z.infer<typeof faqSchema>
