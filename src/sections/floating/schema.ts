import { z } from 'zod'
import { actionSchema } from '../../schema/action.ts'

export const schema = z.strictObject({
  type: z.literal('floating').describe('A button that stays in view'),
  action: actionSchema.describe('A button that stays in view'),
})
