import { z } from 'zod'
import { createFieldSchema, outcomeSchema } from '../field-schema.ts'

export const schema = createFieldSchema('file', 'A file attachment', {
  extensions: z
    .array(z.enum(['pdf', 'doc', 'docx']))
    .min(1)
    .describe('Accepted file types'),
  maxMegabytes: z.number().min(0.1).max(25).describe('Maximum size of the file in MB'),
  tooLarge: outcomeSchema.describe('Message if the file is larger'),
}).omit({ prefill: true })
export type FileField = z.infer<typeof schema>
