import type { z } from 'zod'
import { options } from '../define-options.ts'
import { fieldSchema, line } from '../field-schema.ts'

export const schema = fieldSchema('select', 'One choice from a drop-down list', {
  options,
  placeholder: line.describe('Shown until a choice is made'),
})
export type SelectField = z.infer<typeof schema>
