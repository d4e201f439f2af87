import { z } from 'zod'
import { anchor, featureCardSchema, heading, intro } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('features').describe('Features in rows, cards or a list, with icons or small charts'),
  id: anchor,
  heading,
  text: intro,
  look: z.enum(['rows', 'cards', 'list']).default('rows').describe('rows: below the heading; cards, list: beside it'),
  items: z.array(featureCardSchema).min(1).max(8).describe('Features, in order'),
})
