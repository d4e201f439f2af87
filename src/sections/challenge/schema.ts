import { z } from 'zod'
import { heading, side } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('challenge').describe('A problem and its solution, side by side'),
  heading,
  challenge: side.describe('The problem'),
  solution: side.describe('The solution'),
})
