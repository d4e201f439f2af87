import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { heading, intro } from '../../schema/blocks.ts'
import { reference } from '../../schema/text.ts'
import { findBySlug } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('faq').describe('Expandable questions from a file in the faqs folder'),
  heading,
  text: intro,
  faq: reference('faqs').describe('List of questions'),
})

export function resolve(section: z.infer<typeof schema>, content: PageContent) {
  return { ...section, items: questions(section, content) }
}

export function questions({ faq }: z.infer<typeof schema>, content: PageContent) {
  return findBySlug(content, 'faqs', faq).items
}
