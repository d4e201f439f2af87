import type { z } from 'zod'
import { options } from '../define-options.ts'
import { fieldSchema, line } from '../field-schema.ts'

export const schema = fieldSchema('select', 'One of several, from a list that opens', {
  options,
  placeholder: line.describe('Shown while nothing is chosen'),
})
export type SelectField = z.infer<typeof schema>
