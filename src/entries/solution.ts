import { z } from 'zod'
import { line } from '../schema/text.ts'
import { commonServiceFields, expandingLayoutFields } from './service.ts'

/** A client problem and its solution, as listed in the menu. */
export const solutionSchema = z.strictObject({
  ...commonServiceFields,
  description: line.max(80).describe('One-line description for the menu'),
  ...expandingLayoutFields,
})
export type Solution = z.infer<typeof solutionSchema>
