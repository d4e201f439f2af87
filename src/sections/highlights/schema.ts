import { z } from 'zod'
import { pictureSchema } from '../../drawings/picture.ts'
import type { PageContent } from '../../entries/page-content.ts'
import { heading, intro } from '../../schema/blocks.ts'
import { listOf } from '../../schema/list-of.ts'
import { inlineMarkdown, line, reference } from '../../schema/text.ts'
import { createServiceCard, findBySlug } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('highlights').describe('Selected services, each with a sentence and a drawing'),
  heading,
  text: intro,
  caption: line.optional().describe('Small print below the drawings'),
  items: listOf(1, 4, {
    service: reference('services').describe('Service to show'),
    text: inlineMarkdown(200).describe('What the service does, in a sentence'),
    picture: pictureSchema.optional().describe('Drawing with figures'),
  }).describe('Selected services'),
})

export function resolve(section: z.infer<typeof schema>, content: PageContent) {
  return {
    ...section,
    items: section.items.map((item) => ({
      ...item,
      card: createServiceCard(findBySlug(content, 'services', item.service)),
    })),
  }
}
