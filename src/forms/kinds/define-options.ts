import { z } from 'zod'
import { listOf } from '../../schema/list-of.ts'
import { textCodec } from './answer.ts'
import { type FieldBase, line } from './field-schema.ts'
import type { FieldDefinitionProblem, FieldType } from './field-type.ts'

export const optionsSchema = listOf(2, 300, {
  value: z.string().min(1).max(60).meta({ sent: true }).describe('Value to send'),
  label: line.describe('Text to show'),
}).describe('Choices, in order')

export type OptionsField = FieldBase & { options: z.infer<typeof optionsSchema> }

export function hasOption({ options }: OptionsField, value: string): boolean {
  return options.some((option) => option.value === value)
}

/** Rules for fields with one or several choices. */
export const optionRules = {
  messages: { required: 'choiceMissing', invalid: 'choiceMissing' },
  words: (value, { options }) => options.find((option) => option.value === value)?.label ?? String(value),
  limits: ({ options }) => options.map(({ value }) => value).join(', '),
  listProblems: ({ options }) =>
    options.flatMap(({ label }, index) => {
      if (options.findIndex((option) => option.label === label) === index) return []
      const message = `two choices have the label "${label}"`
      const help = 'Give one of them a different label.'
      return [{ rule: 'form/same-label', path: ['options', index, 'label'], message, help }]
    }),
} satisfies Partial<FieldType<OptionsField, unknown>>

export const singleOptionRules = {
  ...optionRules,
  answer: textCodec,
  check: (value, field) => (hasOption(field, value) ? undefined : 'invalid'),
  example: ({ options }) => options[0]?.value ?? '',
  listProblems: (field) => [
    ...optionRules.listProblems(field),
    ...field.options.flatMap(({ value }, index): FieldDefinitionProblem[] => {
      if (textCodec.parse(value) === value) return []
      const message = `the choice "${value}" begins or ends with a space: every answer with this choice is rejected`
      return [{ rule: 'form/refused', path: ['options', index, 'value'], message, help: 'Remove the space.' }]
    }),
  ],
} satisfies Partial<FieldType<OptionsField, string>>
