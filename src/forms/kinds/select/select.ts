import type { z } from 'zod'
import { oneOption, options } from '../define-options.ts'
import { defineKind, fieldSchema, line } from '../kind.ts'

const schema = fieldSchema('select', 'One of several, from a list that opens', {
  options,
  placeholder: line.describe('Shown while nothing is chosen'),
})
export type SelectField = z.infer<typeof schema>

export const select = defineKind(schema, { ...oneOption, view: () => import('./field.tsx') })
