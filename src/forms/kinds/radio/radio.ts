import { oneOption, options } from '../define-options.ts'
import { fieldSchema } from '../field-schema.ts'
import { defineKind } from '../kind.ts'

export const radio = defineKind(fieldSchema('radio', 'One of several that are all in sight', { options }), {
  ...oneOption,
  view: () => import('./field.tsx'),
})
