import { z } from 'zod'
import { createDayFormat } from '../../../schema/day-format.ts'
import { textCodec } from '../answer.ts'
import { createFieldSchema } from '../field-schema.ts'
import { defineFieldType } from '../field-type.ts'
import { resolveDay } from './day-limit.ts'

const LIMIT = new RegExp(`${z.regexes.date.source}|^today(?: ?[+-] ?\\d{1,3}(?: (?:day|year)s?)?)?$`)
const limit = z.string().regex(LIMIT, 'a date such as 2026-03-31, or one such as today + 14 or today - 18 years')
const schema = createFieldSchema('date', 'A day', {
  min: limit.optional().describe('First day to choose'),
  max: limit.optional().describe('Last day to choose'),
})
const isRelative = (limit: string) => limit.startsWith('today')
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000)

export const date = defineFieldType(schema, {
  answer: textCodec,
  check(day, { min = day, max = day }) {
    // In every time zone, it is the day in UTC, the day before or the day after.
    const isInRange = resolveDay(min, inDays(-1)) <= day && day <= resolveDay(max, inDays(1))
    return isInRange && z.regexes.date.test(day) ? undefined : 'invalid'
  },
  words: (day, _field, language) =>
    language && z.regexes.date.test(`${day}`) ? createDayFormat(language).format(new Date(day)) : `${day}`,
  example: ({ min, max = 'today' }) => resolveDay(min ?? max),
  limits: ({ min, max }) => ['a day', min && `from ${min}`, max && `to ${max}`].filter(Boolean).join(' '),
  listProblems({ min, max }, today) {
    const toDay = (limit: string) => resolveDay(limit, new Date(today))
    const first = max && [min, isRelative(max) ? min : 'today'].find((limit) => limit && toDay(limit) > toDay(max))
    if (!first) return []
    const message = `the last day, ${max}, is before ${first}`
    const problem = { path: ['max'], message, help: 'Write a later day, such as today + 90.' }
    if (isRelative(first) === isRelative(max)) return [{ ...problem, rule: 'form/range' }]
    return [{ ...problem, rule: 'form/expired', severity: 'warning' }]
  },
  view: () => import('./field.tsx'),
})
