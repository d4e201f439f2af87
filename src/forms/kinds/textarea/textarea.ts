import { createTextRules } from '../define-text.ts'
import { defineFieldType } from '../field-type.ts'
import { schema } from './schema.ts'

export const textarea = defineFieldType(schema, {
  ...createTextRules({ examples: ['A trial answer\non two lines', 'A'] }),
  multiline: true,
  view: () => import('./field.tsx'),
})
