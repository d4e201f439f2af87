import { z } from 'zod'
import { heading } from '../../schema/blocks.ts'
import { inlineMarkdown, line } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('timeline').describe('Years and their events'),
  heading,
  text: inlineMarkdown(1200).optional().describe('Text below the heading'),
  items: z
    .array(
      z.strictObject({
        year: z.union([z.int().min(1).max(2100), line.max(12)]).describe('Year: a number, or text such as 1990s'),
        title: line.describe('What happened'),
        description: inlineMarkdown(240).describe('What it meant'),
      }),
    )
    .min(2)
    .max(8)
    .describe('Events, in order'),
})
