import { isOption, optionRules, options } from '../define-options.ts'
import { fieldSchema } from '../field-schema.ts'
import { defineKind } from '../kind.ts'
import { chosen } from './chosen.ts'

export const checkboxes = defineKind(fieldSchema('checkboxes', 'Any number of choices', { options }), {
  ...optionRules,
  answer: chosen,
  check: (values, field) =>
    values.length <= field.options.length && values.every((value) => isOption(field, value)) ? undefined : 'invalid',
  example: ({ options }) => options.map(({ value }) => value),
  view: () => import('./field.tsx'),
})
