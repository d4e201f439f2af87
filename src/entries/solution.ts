import { z } from 'zod'
import { line } from '../schema/text.ts'
import { common, expanding } from './service.ts'

/** A challenge that clients have, as listed in the menu. */
export const solution = z.strictObject({
  ...common,
  description: line.max(80).describe('One line in the menu'),
  ...expanding,
})
export type Solution = z.infer<typeof solution>
