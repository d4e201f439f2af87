import { z } from 'zod'
import { action } from '../../schema/action.ts'
import { heading, intro } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('resume').describe('For those whom no open position fits: a button to send a resume'),
  heading,
  text: intro,
  action: action.describe('The button that opens the form'),
})
