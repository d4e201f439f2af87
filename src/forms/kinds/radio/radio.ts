import { optionsSchema, singleOptionRules } from '../define-options.ts'
import { createFieldSchema } from '../field-schema.ts'
import { defineFieldType } from '../field-type.ts'

export const radio = defineFieldType(
  createFieldSchema('radio', 'One of several visible choices', { options: optionsSchema }),
  {
    ...singleOptionRules,
    view: () => import('./field.tsx'),
  },
)
