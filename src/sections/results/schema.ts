import { z } from 'zod'
import { heading, intro, resultSchema } from '../../schema/blocks.ts'
import { line } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('results').describe('A table of metrics with their values before and after'),
  heading,
  text: intro,
  columns: z.array(line.max(30)).min(2).max(3).describe('Column headings: the metric, then its values'),
  rows: z.array(resultSchema).min(1).max(6).describe('One row per metric'),
})
