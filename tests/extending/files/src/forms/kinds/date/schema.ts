import { z } from 'zod'
import { createFieldSchema } from '../field-schema.ts'

export const schema = createFieldSchema('date', 'Date, for example 2026-03-31', {
  min: z.iso.date().optional().describe('First accepted day'),
  max: z.iso.date().optional().describe('Last accepted day'),
})
export type DateField = z.infer<typeof schema>
