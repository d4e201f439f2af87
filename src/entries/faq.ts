import { z } from 'zod'
import { listOf } from '../schema/list-of.ts'
import { draft, inlineMarkdown, line } from '../schema/text.ts'

export const faqSchema = z.strictObject({
  items: listOf(1, 50, {
    question: line.max(110).describe('Question, as a visitor would ask it'),
    answer: inlineMarkdown(900).describe('Answer; separate paragraphs with blank lines'),
  }).describe('Questions and answers, in order'),
  draft,
})
export type Faq = z.infer<typeof faqSchema>
