import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { actionSchema } from '../../schema/action.ts'
import { anchor, heading, intro } from '../../schema/blocks.ts'
import { line, reference } from '../../schema/text.ts'
import { createServiceCard, findBySlug } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('pricing').describe('Plans and their prices, side by side'),
  id: anchor,
  heading,
  text: intro,
  items: z
    .array(
      z.strictObject({
        service: reference('services').describe('Service in the plan'),
        price: line.max(16).describe('Price, for example $2,400'),
        per: line.max(24).describe('Billing period, for example a month'),
        includes: z.array(line).min(1).max(6).describe('What the plan includes'),
      }),
    )
    .min(1)
    .max(4)
    .describe('Plans, cheapest first'),
  action: actionSchema.describe('Button below the plans'),
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
