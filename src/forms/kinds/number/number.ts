import { z } from 'zod'
import { createFieldSchema } from '../field-schema.ts'
import { defineFieldType } from '../field-type.ts'
import { numberCodec } from '../slider/amount.ts'
import { listRangeProblems } from '../slider/slider.ts'

const amount = z.number().min(-1e12).max(1e12).multipleOf(0.001)
const schema = createFieldSchema('number', 'A number with up to three decimals', {
  min: amount.optional().describe('Smallest number'),
  max: amount.optional().describe('Largest number'),
  step: amount.positive().default(1).describe('Step between numbers, from min or 0'),
  unit: z.string().trim().min(1).max(20).optional().describe('Unit after the label, such as kg'),
})

export const number = defineFieldType(schema, {
  answer: numberCodec,
  check(answer, { min, max, step }) {
    // Thousandths are integers, so their remainder is exact.
    const [value = 0, start = 0, size = 1] = [answer, min ?? 0, step].map((each) => Math.round(Number(each) * 1000))
    const isOnStep = Number.isSafeInteger(value) && value / 1000 === answer && (value - start) % size === 0
    return isOnStep && answer >= (min ?? answer) && answer <= (max ?? answer) ? undefined : 'invalid'
  },
  example: ({ min, max = 0 }) => min ?? Math.min(max, 0),
  words: (value, { unit }) => (value === '' || !unit ? String(value) : `${value} ${unit}`),
  limits: ({ min = 'any', max = 'any', step, unit = 'none' }) => `${min} to ${max}, step ${step}, unit ${unit}`,
  listProblems: ({ min, max, step }) =>
    min === undefined || max === undefined ? [] : listRangeProblems({ min, max, step, default: min }),
  view: () => import('./field.tsx'),
})
