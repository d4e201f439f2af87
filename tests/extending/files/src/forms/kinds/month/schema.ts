import { z } from 'zod'
import { createFieldSchema } from '../field-schema.ts'

export const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

export const schema = createFieldSchema('month', 'Month, for example 2026-03', {
  min: z.string().regex(MONTH).optional().describe('First accepted month'),
  max: z.string().regex(MONTH).optional().describe('Last accepted month'),
})
export type MonthField = z.infer<typeof schema>
