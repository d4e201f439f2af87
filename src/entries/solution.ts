import { z } from 'zod'
import { line } from '../schema/text.ts'
import { commonServiceFields, expandingLayoutFields } from './service.ts'

/** A challenge that clients have, as listed in the menu. */
export const solutionSchema = z.strictObject({
  ...commonServiceFields,
  description: line.max(80).describe('One line in the menu'),
  ...expandingLayoutFields,
})
export type Solution = z.infer<typeof solutionSchema>
