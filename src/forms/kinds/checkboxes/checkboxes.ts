import { choicesCodec } from '../answer.ts'
import { hasOption, optionRules, optionsSchema } from '../define-options.ts'
import { createFieldSchema } from '../field-schema.ts'
import { defineFieldType } from '../field-type.ts'

const schema = createFieldSchema('checkboxes', 'Any number of choices', { options: optionsSchema })

export const checkboxes = defineFieldType(schema, {
  ...optionRules,
  answer: choicesCodec,
  check: (values, field) =>
    values.length <= field.options.length && values.every((value) => hasOption(field, value)) ? undefined : 'invalid',
  example: ({ options }) => options.map(({ value }) => value),
  view: () => import('./field.tsx'),
})
