import { z } from 'zod'
import { picture } from '../../drawings/picture.ts'
import { action } from '../../schema/action.ts'
import { featureCard, heading, intro } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('partner').describe('Reasons to work with the agency, and a drawing'),
  heading,
  text: intro,
  points: z.array(featureCard).min(1).max(4).describe('Reasons'),
  actions: z.array(action).max(2).default([]).describe('Buttons below the reasons'),
  picture: picture.optional().describe('Drawing with figures'),
})
