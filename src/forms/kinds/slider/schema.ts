import { z } from 'zod'
import { fieldSchema, line } from '../field-schema.ts'

export const schema = fieldSchema('slider', 'An amount of dollars on a track', {
  min: z.number().describe('Smallest amount'),
  max: z.number().describe('Largest amount'),
  step: z.number().positive().describe('From one amount to the next'),
  default: z.number().describe('Where it stands at first'),
  display: z.enum(['compact', 'fixed']).describe('compact: $1.5K and $1M, at most one decimal; fixed: $50K and $1.0M'),
  minLabel: line.optional().describe('Shown at the beginning of the track'),
  maxLabel: line.describe('Shown at the end of the track and for the largest amount'),
  wire: z.enum(['number', 'list']).describe('number: 50000; list: [50000]'),
})
export type SliderField = z.infer<typeof schema>
