import { textRules } from '../define-text.ts'
import { defineKind } from '../kind.ts'
import { schema } from './schema.ts'

export const textarea = defineKind(schema, {
  ...textRules({ examples: ['A trial answer\non two lines', 'A'] }),
  multiline: true,
  view: () => import('./field.tsx'),
})
