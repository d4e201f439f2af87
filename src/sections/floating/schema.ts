import { z } from 'zod'
import { actionSchema } from '../../schema/action.ts'

export const schema = z.strictObject({
  type: z.literal('floating').describe('A button that stays visible while the visitor scrolls'),
  action: actionSchema.describe('Text and target of the button'),
})
