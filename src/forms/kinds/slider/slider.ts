import { z } from 'zod'
import { defineKind, type FieldFault, fieldSchema, line } from '../kind.ts'
import { amount, formatAmount } from './amount.ts'

const schema = fieldSchema('slider', 'An amount of dollars on a track', {
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

export const slider = defineKind(schema, {
  answer: amount,
  check: (value, { min, max, step }) =>
    value >= min && value <= max && Math.abs(nearestStep(value, min, step) - value) < step * 1e-9
      ? undefined
      : 'invalid',
  example: (field) => field.default,
  words: (value, field) => (typeof value === 'number' ? formatAmount(value, field) : value),
  limits: (field) =>
    `${field.min} to ${field.max}, step ${field.step}, default ${field.default}; as ${field.wire === 'list' ? 'a list of one number' : 'a number'}`,
  faults: faultsOf,
  view: () => import('./field.tsx'),
})

function nearestStep(value: number, min: number, step: number): number {
  return min + Math.round((value - min) / step) * step
}

function faultsOf({ min, max, step, default: start }: SliderField): FieldFault[] {
  const at = (name: string, message: string, help: string): FieldFault[] => [
    { rule: 'form/range', path: [name], message, help },
  ]
  if (min >= max)
    return at(
      'min',
      `the smallest amount, ${min}, is not below the largest, ${max}`,
      'Write a smaller min, or a larger max.',
    )
  if (step > max - min)
    return at('step', `a step of ${step} is longer than the way from ${min} to ${max}`, 'Write a smaller step.')
  const last = min + Math.floor((max - min) / step + 1e-9) * step
  const nearest = Math.min(last, Math.max(min, nearestStep(start, min, step)))
  if (start < min || start > max)
    return at('default', `${start} is not between ${min} and ${max}`, `The nearest amount is ${nearest}.`)
  if (Math.abs(nearest - start) > step * 1e-9)
    return at('default', `no step of ${step} from ${min} leads to ${start}`, `The nearest amount is ${nearest}.`)
  if (max - last <= step * 1e-9) return []
  const help = `Write ${last}, or another step.`
  return at('max', `no step of ${step} from ${min} leads to ${max}`, help).map((fault) => ({
    ...fault,
    severity: 'warning',
  }))
}
