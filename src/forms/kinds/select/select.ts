import { optionsSchema, singleOptionRules } from '../define-options.ts'
import { createFieldSchema, line } from '../field-schema.ts'
import { defineFieldType } from '../field-type.ts'

const schema = createFieldSchema('select', 'One choice from a drop-down list', {
  options: optionsSchema,
  placeholder: line.describe('Text shown until a choice is made'),
})

export const select = defineFieldType(schema, { ...singleOptionRules, view: () => import('./field.tsx') })
