import { z } from 'zod'
import { anchor, heading, intro, stepSchema } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('process').describe('Steps of a process'),
  id: anchor,
  heading,
  text: intro,
  steps: z.array(stepSchema).min(2).max(6).describe('Steps, in order'),
})
