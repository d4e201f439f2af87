import { z } from 'zod'
import { detailSchema, heading, intro } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('details').describe('Expandable topics; only one is open at a time'),
  heading,
  text: intro,
  items: z.array(detailSchema).min(1).max(8).describe('Expandable topics; only one is open at a time'),
})
