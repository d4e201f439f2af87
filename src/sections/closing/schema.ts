import { z } from 'zod'
import { actionSchema } from '../../schema/action.ts'
import { heading, intro, nextStepSchema } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('closing').describe('End of a page: final buttons, and what happens after the click'),
  look: z.enum(['shelf', 'band']).default('band').describe('shelf: with a shelf drawing below, as on the front page'),
  heading,
  text: intro,
  actions: z.array(actionSchema).min(1).max(3).describe('Main button, followed by links'),
  steps: z.array(nextStepSchema).max(5).default([]).describe('What happens after the click'),
  mail: z.boolean().default(false).describe('Whether to show the email address beside the buttons'),
})

export const ends = true
