import { z } from 'zod'
import { fieldSchema, outcome } from '../field-schema.ts'

export const schema = fieldSchema('file', 'A file attachment', {
  extensions: z
    .array(z.enum(['pdf', 'doc', 'docx']))
    .min(1)
    .describe('Accepted file types'),
  maxMegabytes: z.number().min(0.1).max(25).describe('Maximum size of the file in MB'),
  tooLarge: outcome.describe('Shown if the file is larger'),
})
export type FileField = z.infer<typeof schema>
