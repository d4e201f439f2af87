import { z } from 'zod'
import { action } from '../../schema/action.ts'

export const schema = z.strictObject({
  type: z.literal('floating').describe('A button that stays in view'),
  action: action.describe('A button that stays in view'),
})
