import { z } from 'zod'
import { heading } from '../../schema/blocks.ts'
import { listOf } from '../../schema/list-of.ts'
import { inlineMarkdown, line } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('timeline').describe('Events, each with a year'),
  heading,
  text: inlineMarkdown(1200).optional().describe('Text below the heading'),
  items: listOf(2, 8, {
    year: z.union([z.int().min(1).max(2100), line.max(12)]).describe('Year: a number, or text such as 1990s'),
    title: line.describe('Event, in a few words'),
    description: inlineMarkdown(240).describe('What the event meant'),
  }).describe('Events, in order'),
})
