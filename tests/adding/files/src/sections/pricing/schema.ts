import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { actionSchema } from '../../schema/action.ts'
import { anchor, heading, intro } from '../../schema/blocks.ts'
import { line, reference } from '../../schema/text.ts'
import { createServiceCard, findBySlug } from '../cards.ts'

export const schema = z.strictObject({
  type: z.literal('pricing').describe('Plans and what each costs, side by side'),
  id: anchor,
  heading,
  text: intro,
  items: z
    .array(
      z.strictObject({
        service: reference('services').describe('What is sold'),
        price: line.max(16).describe('What it costs, such as $2,400'),
        per: line.max(24).describe('How often, such as a month'),
        includes: z.array(line).min(1).max(6).describe('What it covers'),
      }),
    )
    .min(1)
    .max(4)
    .describe('Plans, the cheapest first'),
  action: actionSchema.describe('The button under them'),
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
