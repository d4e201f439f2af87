import { z } from 'zod'
import { fieldSchema } from '../field-schema.ts'

export const schema = fieldSchema('textarea', 'Text of several lines', {
  rows: z.int().min(2).max(20).default(4).describe('Lines that show'),
  maxLength: z.int().min(1).max(20_000).default(5000).describe('Longest answer, in characters'),
})
export type TextareaField = z.infer<typeof schema>
