import { z } from 'zod'
import { pictureSchema } from '../../drawings/picture.ts'
import { actionSchema } from '../../schema/action.ts'
import { featureCardSchema, heading, intro } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('partner').describe('Reasons to work with the company, and a drawing'),
  heading,
  text: intro,
  points: z.array(featureCardSchema).min(1).max(4).describe('Reasons, in order'),
  actions: z.array(actionSchema).max(2).default([]).describe('Buttons below the reasons'),
  picture: pictureSchema.optional().describe('Drawing with figures'),
})
