import { z } from 'zod'
import { createDayFormat, weekdays } from '../../../schema/days.ts'
import { reference } from '../../../schema/text.ts'
import { textCodec } from '../answer.ts'
import { createFieldSchema } from '../field-schema.ts'
import { defineFieldType } from '../field-type.ts'
import { isExcluded, resolveDay } from './day-limit.ts'

const LIMIT = new RegExp(`${z.regexes.date.source}|^today(?: ?[+-] ?\\d{1,3}(?: (?:day|year)s?)?)?$`)
const limit = z.string().regex(LIMIT, 'a date such as 2026-03-31, today + 14 or today - 18 years')
const DAY = z.regexes.date.source.slice(1, -1)
const EXCLUDED = new RegExp(`^(?:${weekdays.join('|')}|${DAY}(?: to ${DAY})?)$`)
const schema = createFieldSchema('date', 'A day', {
  min: limit.optional().describe('First day that visitors can choose'),
  max: limit.optional().describe('Last day that visitors can choose'),
  exclude: z
    .array(
      z
        .string()
        .regex(EXCLUDED, 'a weekday such as sunday, a date such as 2026-12-24, or two dates with " to " between them'),
    )
    .max(200)
    .optional()
    .describe(
      'Days that visitors cannot choose: weekdays such as sunday, dates, and periods such as 2026-12-24 to 2027-01-01',
    ),
  place: reference('places').optional().describe('Place whose `exceptions` without opening times are excluded, too'),
})
/** Number of days to search for an example. */
const EXAMPLES = 60
const isRelative = (limit: string) => limit.startsWith('today')
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000)

export const date = defineFieldType(schema, {
  answer: textCodec,
  check(day, { min = day, max = day, exclude }) {
    // In every time zone, it is the day in UTC, the day before or the day after.
    const isInRange = resolveDay(min, inDays(-1)) <= day && day <= resolveDay(max, inDays(1))
    return isInRange && z.regexes.date.test(day) && !isExcluded(day, exclude) ? undefined : 'invalid'
  },
  words: (day, _field, language) =>
    language && z.regexes.date.test(`${day}`) ? createDayFormat(language).format(new Date(day)) : `${day}`,
  example({ min, max = 'today', exclude }) {
    const first = new Date(resolveDay(min ?? max))
    const days = Array.from({ length: EXAMPLES }, (_, index) => resolveDay(`today ${min ? '+' : '-'} ${index}`, first))
    return days.find((day) => !isExcluded(day, exclude)) ?? days[0] ?? ''
  },
  limits: ({ min, max, exclude = [] }) =>
    ['a day', min && `from ${min}`, max && `to ${max}`, exclude.length > 0 && `except ${exclude.join(', ')}`]
      .filter(Boolean)
      .join(' '),
  messages: { invalid: 'dayInvalid' },
  shownMessages: 'all',
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
