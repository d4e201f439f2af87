import { oneOption, options } from '../define-options.ts'
import { fieldSchema } from '../field-schema.ts'
import { defineKind } from '../kind.ts'

export const radio = defineKind(fieldSchema('radio', 'One of several visible choices', { options }), {
  ...oneOption,
  view: () => import('./field.tsx'),
})
