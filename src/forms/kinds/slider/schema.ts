import { z } from 'zod'
import { createFieldSchema, line } from '../field-schema.ts'

export const schema = createFieldSchema('slider', 'A slider for an amount', {
  min: z.number().describe('Smallest amount'),
  max: z.number().describe('Largest amount'),
  step: z.number().positive().describe('Step between amounts'),
  default: z.number().describe('Initial amount'),
  currency: z.string().max(4).optional().describe('Symbol before amounts; defaults to $. Use "" for none'),
  display: z.enum(['compact', 'fixed']).describe('compact: $1.5K and $1M, at most one decimal; fixed: $50K and $1.0M'),
  minLabel: line.optional().describe('Label at the start of the track'),
  maxLabel: line.describe('Label for the largest amount; also shown at the end of the track'),
  wire: z
    .enum(['number', 'list'])
    .describe('Format of the submitted value: a number, such as 50000, or a list, such as [50000]'),
})
export type SliderField = z.infer<typeof schema>
