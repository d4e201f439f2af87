import { z } from 'zod'
import { action } from '../../schema/action.ts'
import { heading, intro } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('resume'),
  heading,
  text: intro,
  action: action.describe('The button that opens the form'),
})
