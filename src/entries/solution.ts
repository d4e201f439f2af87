import { z } from 'zod'
import { line } from '../schema/text.ts'
import { common, expanding } from './service.ts'

/** What a client has to solve, as the menu lists it. */
export const solution = z.strictObject({
  ...common,
  description: line.max(80).describe('One line in the menu'),
  ...expanding,
})
export type Solution = z.infer<typeof solution>
