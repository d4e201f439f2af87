import { z } from 'zod'
import { anchor, heading, intro } from '../../schema/blocks.ts'
import { listOf } from '../../schema/list-of.ts'
import { inlineMarkdown, line } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('prices').describe('A price list, in one or more groups'),
  id: anchor,
  heading,
  text: intro,
  groups: z
    .array(
      z.strictObject({
        title: line.max(60).optional().describe('Heading of the group; omit it if there is only one group'),
        items: listOf(1, 20, {
          name: line.max(80).describe('What the price is for'),
          description: inlineMarkdown(200).optional().describe('What it includes, in a line or two'),
          price: line
            .max(24)
            .regex(/[^\d\s.,]/, 'a price with its currency, such as €39')
            .describe('Price and currency, such as $4.50 or from €90, or words, such as on request'),
        }).describe('Lines of the price list'),
      }),
    )
    .min(1)
    .max(8)
    .describe('Groups of prices, in order'),
  note: inlineMarkdown(240).optional().describe('Small print below the list, such as taxes'),
})
