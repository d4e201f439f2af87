import { z } from 'zod'
import { fieldSchema, outcome } from '../field-schema.ts'

export const schema = fieldSchema('file', 'A file to attach', {
  extensions: z
    .array(z.enum(['pdf', 'doc', 'docx']))
    .min(1)
    .describe('Kinds of files that are taken'),
  maxMegabytes: z.number().min(0.1).max(25).describe('Largest file'),
  tooLarge: outcome.describe('Shown when the file is larger'),
})
export type FileField = z.infer<typeof schema>
