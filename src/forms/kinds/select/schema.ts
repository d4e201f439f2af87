import type { z } from 'zod'
import { optionsSchema } from '../define-options.ts'
import { createFieldSchema, line } from '../field-schema.ts'

export const schema = createFieldSchema('select', 'One choice from a drop-down list', {
  options: optionsSchema,
  placeholder: line.describe('Text shown until a choice is made'),
})
export type SelectField = z.infer<typeof schema>
