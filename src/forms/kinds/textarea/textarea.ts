import { z } from 'zod'
import { textRules } from '../define-text.ts'
import { defineKind, fieldSchema } from '../kind.ts'

const schema = fieldSchema('textarea', 'Text of several lines', {
  rows: z.int().min(2).max(20).default(4).describe('Lines that show'),
  maxLength: z.int().min(1).max(20_000).default(5000).describe('Longest answer, in characters'),
})
export type TextareaField = z.infer<typeof schema>

export const textarea = defineKind(schema, {
  ...textRules({ examples: ['A trial answer\non two lines', 'A'] }),
  multiline: true,
  view: () => import('./field.tsx'),
})
