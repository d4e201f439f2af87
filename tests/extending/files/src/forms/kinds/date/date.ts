import { z } from 'zod'
import { textCodec } from '../answer.ts'
import { defineFieldType } from '../field-type.ts'
import { schema } from './schema.ts'

const isDay = (value: unknown) => z.iso.date().safeParse(value).success

export const date = defineFieldType(schema, {
  answer: textCodec,
  check: (day, { min = day, max = day }) => (isDay(day) && min <= day && day <= max ? undefined : 'invalid'),
  example: ({ min, max }) => min ?? max ?? '2026-03-31',
  words: (day) =>
    isDay(day) ? new Date(day).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' }) : String(day),
  limits: ({ min, max }) => ['a day', min && `from ${min}`, max && `to ${max}`].filter(Boolean).join(' '),
  listProblems: ({ min, max }) =>
    min && max && min > max
      ? [
          {
            rule: 'form/range',
            path: ['min'],
            message: `no day is from ${min} to ${max}`,
            help: 'Write an earlier min, or a later max.',
          },
        ]
      : [],
  view: () => import('./field.tsx'),
})
