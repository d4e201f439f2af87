import { z } from 'zod'
import { heading } from '../../schema/blocks.ts'
import { inlineMarkdown, line } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('timeline').describe('Years, and what happened in them'),
  heading,
  text: inlineMarkdown(1200).optional().describe('A text under the heading'),
  items: z
    .array(
      z.strictObject({
        year: z.int().min(1900).max(2100).describe('When'),
        title: line.describe('What happened'),
        description: inlineMarkdown(240).describe('What it meant'),
      }),
    )
    .min(2)
    .max(8)
    .describe('Years, in order'),
})
