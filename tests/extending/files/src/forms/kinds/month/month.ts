import { textCodec } from '../answer.ts'
import { defineFieldType } from '../field-type.ts'
import { MONTH, schema } from './schema.ts'

export const month = defineFieldType(schema, {
  answer: textCodec,
  check: (value, { min = value, max = value }) =>
    MONTH.test(value) && min <= value && value <= max ? undefined : 'invalid',
  example: ({ min, max }) => min ?? max ?? '2026-03',
  words: (value) => {
    const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
    return MONTH.test(String(value)) ? new Date(value).toLocaleDateString('en-US', options) : String(value)
  },
  limits: ({ min, max }) => ['a month', min && `from ${min}`, max && `to ${max}`].filter(Boolean).join(' '),
  listProblems: ({ min, max }) =>
    min && max && min > max
      ? [
          {
            rule: 'form/range',
            path: ['min'],
            message: `no month is from ${min} to ${max}`,
            help: 'Write an earlier min, or a later max.',
          },
        ]
      : [],
  view: () => import('./field.tsx'),
})
