import { z } from 'zod'
import { anchor, featureCardSchema, heading, intro } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('features').describe('Points in a column or side by side, with icons or small drawings'),
  id: anchor,
  heading,
  text: intro,
  look: z.enum(['rows', 'cards', 'list']).default('rows').describe('Layout'),
  items: z.array(featureCardSchema).min(1).max(8).describe('Features, in order'),
})
