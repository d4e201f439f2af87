import { z } from 'zod'
import { createFieldSchema } from '../field-schema.ts'

export const schema = createFieldSchema('textarea', 'Multi-line text', {
  rows: z.int().min(2).max(20).default(4).describe('Visible lines'),
  maxLength: z.int().min(1).max(20_000).default(5000).describe('Maximum length of the answer, in characters'),
})
export type TextareaField = z.infer<typeof schema>
