import { z } from 'zod'
import { anchor, featureCard, heading, intro } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('features').describe('Points under each other or side by side, with signs or small drawings'),
  id: anchor,
  heading,
  text: intro,
  look: z.enum(['rows', 'cards', 'list']).default('rows').describe('How they are laid out'),
  items: z.array(featureCard).min(1).max(8).describe('The features, in order'),
})
