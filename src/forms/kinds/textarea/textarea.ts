import { z } from 'zod'
import { createTextRules } from '../define-text.ts'
import { createFieldSchema } from '../field-schema.ts'
import { defineFieldType } from '../field-type.ts'

const schema = createFieldSchema('textarea', 'Multi-line text', {
  rows: z.int().min(2).max(20).default(4).describe('Visible lines'),
  maxLength: z.int().min(1).max(20_000).default(5000).describe('Maximum length of the answer, in characters'),
})

export const textarea = defineFieldType(schema, {
  ...createTextRules({ examples: ['A trial answer\non two lines', 'A'] }),
  multiline: true,
  view: () => import('./field.tsx'),
})
