import { z } from 'zod'
import { createFieldSchema, outcomeSchema } from '../field-schema.ts'

export const schema = createFieldSchema('file', 'A file attachment', {
  extensions: z
    .array(z.enum(['pdf', 'doc', 'docx', 'jpg', 'png', 'heic', 'xlsx', 'csv', 'zip']))
    .min(1)
    .describe('Accepted file types'),
  maxMegabytes: z.number().min(0.1).max(25).describe('Maximum size of the file, or of all files together, in MB'),
  multiple: z.int().min(1).max(10).optional().describe('Maximum number of files; default: 1'),
  tooLarge: outcomeSchema.describe('Message if the files are larger, or more than allowed'),
}).omit({ prefill: true })
export type FileField = z.infer<typeof schema>
