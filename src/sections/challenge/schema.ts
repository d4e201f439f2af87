import { z } from 'zod'
import { heading, side } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('challenge'),
  heading,
  challenge: side.describe('What hurts'),
  solution: side.describe('What is done about it'),
})
