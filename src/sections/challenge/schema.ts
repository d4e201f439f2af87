import { z } from 'zod'
import { heading, side } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('challenge').describe('What hurts and what is done about it, side by side'),
  heading,
  challenge: side.describe('What hurts'),
  solution: side.describe('What is done about it'),
})
