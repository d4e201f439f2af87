import { options, singleOptionRules } from '../define-options.ts'
import { fieldSchema } from '../field-schema.ts'
import { defineKind } from '../kind.ts'

export const radio = defineKind(fieldSchema('radio', 'One of several visible choices', { options }), {
  ...singleOptionRules,
  view: () => import('./field.tsx'),
})
