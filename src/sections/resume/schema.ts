import { z } from 'zod'
import { actionSchema } from '../../schema/action.ts'
import { heading, intro } from '../../schema/blocks.ts'

export const schema = z.strictObject({
  type: z.literal('resume').describe('A button to send a resume, for visitors who find no suitable position'),
  heading,
  text: intro,
  action: actionSchema.describe('Button that opens the form'),
})
