import { formatMoney, isEnglish } from '../../../schema/number-format.ts'
import { defineFieldType, type FieldDefinitionProblem } from '../field-type.ts'
import { amountCodec, formatAmount } from './amount.ts'
import { type SliderField, schema } from './schema.ts'

export const slider = defineFieldType(schema, {
  answer: amountCodec,
  check: (value, { min, max, step }) =>
    value >= min && value <= max && Math.abs(nearestStep(value, min, step) - value) < step * 1e-9
      ? undefined
      : 'invalid',
  example: (field) => field.default,
  words: (value, field, language = 'en') =>
    typeof value === 'number'
      ? formatAmount(value, isEnglish(language) ? field : { ...field, ...getFormats(field, language) })
      : value,
  formats: getFormats,
  limits: (field) =>
    `${field.min} to ${field.max}, step ${field.step}, default ${field.default}; as ${field.wire === 'list' ? 'a list of one number' : 'a number'}`,
  listProblems: listRangeProblems,
  view: () => import('./field.tsx'),
})

function getFormats({ min, max, step, currency = '$' }: SliderField, language: string) {
  const decimals = [min, step].every(Number.isInteger) ? 0 : 2
  return { pattern: formatMoney(Math.max(max, -min), currency, language, decimals) }
}

type Range = Pick<SliderField, 'min' | 'max' | 'step' | 'default'>

function nearestStep(value: number, min: number, step: number): number {
  return min + Math.round((value - min) / step) * step
}

/** Reports contradictions between the limits, the step and the initial value of a field. */
export function listRangeProblems({ min, max, step, default: start }: Range): FieldDefinitionProblem[] {
  const at = (name: string, message: string, help: string, severity?: 'warning'): FieldDefinitionProblem[] => [
    { rule: 'form/range', path: [name], message, help, ...(severity && { severity }) },
  ]
  if (min >= max)
    return at('min', `the minimum, ${min}, is not below the maximum, ${max}`, 'Decrease min or increase max.')
  if (step > max - min) return at('step', `a step of ${step} exceeds the range from ${min} to ${max}`, 'Decrease step.')
  const last = min + Math.floor((max - min) / step + 1e-9) * step
  const nearest = Math.min(last, Math.max(min, nearestStep(start, min, step)))
  const nearestHelp = `The nearest amount is ${nearest}.`
  const unreachable = (amount: number) => `${amount} cannot be reached from ${min} in steps of ${step}`
  if (start < min || start > max) return at('default', `${start} is not between ${min} and ${max}`, nearestHelp)
  if (Math.abs(nearest - start) > step * 1e-9) return at('default', unreachable(start), nearestHelp)
  if (max - last <= step * 1e-9) return []
  return at('max', unreachable(max), `Write ${last}, or change step.`, 'warning')
}
