import { z } from 'zod'
import { fieldSchema } from '../field-schema.ts'

export const schema = fieldSchema('date', 'A day, such as 2026-03-31', {
  min: z.iso.date().optional().describe('First day that is taken'),
  max: z.iso.date().optional().describe('Last day that is taken'),
})
export type DateField = z.infer<typeof schema>
