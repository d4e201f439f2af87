import { z } from 'zod'
import { contrastSideSchema, heading } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('challenge').describe('A problem and its solution, side by side'),
  heading,
  challenge: contrastSideSchema.describe('The problem'),
  solution: contrastSideSchema.describe('The solution'),
})
