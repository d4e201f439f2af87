import { places } from '@northshelf/site/collections/place.ts'
import type { Place } from '@northshelf/site/entries/place.ts'
import { getPublicationStatus, isIsoDate } from '../content/publication.ts'
import { valueAt } from '../content/value-at.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

const ORDERED = [
  ['posted', 'closes'],
  ['published', 'updated'],
] as const

/** How many years in the past or future a date may be. A date beyond that is probably a typo. */
const LONG_AGO = 50
const FAR_OFF = 5

export const dateRules = defineRules({
  'date/order': {
    means: 'A closing date is before the posting date, or an update is before the publication date.',
    matters: 'A job posting would close before it opens, or an article would be updated before it was published.',
    bad: 'posted: 2026-09-21\ncloses: 2026-09-01',
    good: 'posted: 2026-09-01\ncloses: 2026-09-21',
    fix: 'Correct one of the two dates.',
  },
  'job/expired': {
    means: 'The last day to apply for a job has passed.',
    matters: 'The posting no longer appears in lists or the sitemap, and its address redirects to the list of jobs.',
    bad: 'closes: 2024-01-31   # and the file is still there',
    good: '(remove the file, or change the date)',
    fix: 'Remove the file, or change the date. This warning never makes a check fail, not even with --strict.',
    dependsOnToday: true,
  },
  'notice/expired': {
    means: 'The last day of the notice in site.yaml has passed.',
    matters: 'The notice is no longer shown, and its text remains in the file.',
    bad: 'notice: { text: Closed on Friday., until: 2024-01-31 }',
    good: '(remove the notice, or change its last day)',
    fix: 'Remove the notice, or change its last day. This warning never makes a check fail, not even with --strict.',
    dependsOnToday: true,
  },
  'date/upcoming': {
    means: 'An article or job posting is scheduled more than a year ahead, usually because of a typo.',
    matters: 'It does not appear on the site until a build on or after that date.',
    bad: 'published: 2031-05-05   # meant: 2026-05-05',
    good: 'published: 2026-05-05',
    fix: 'Correct the year. Dates up to a year ahead are fine: "site next" lists scheduled entries, and "site dev" shows them.',
    dependsOnToday: true,
  },
  'date/year': {
    means: `A date is more than ${LONG_AGO} years ago, or an end date is more than ${FAR_OFF} years ahead.`,
    matters: 'Visitors and search engines see the wrong year, or a job posting stays on the site for decades.',
    bad: 'posted: 1026-09-01\ncloses: 2126-09-21',
    good: 'posted: 2026-09-01\ncloses: 2026-09-21',
    fix: 'Correct the year. A job posting without a deadline needs no closing date.',
    dependsOnToday: true,
  },
  'hours/expired': {
    means: 'An exception to the opening hours of a place has expired.',
    matters: 'Pages no longer show it. If the year is a typo, visitors find a closed door.',
    bad: 'exceptions: [{ from: 2024-12-25, label: Christmas }]',
    good: 'exceptions: [{ from: 2999-12-25, label: Christmas }]',
    fix: 'Remove it, or change the date. This warning never makes a check fail, not even with --strict.',
    dependsOnToday: true,
  },
}).inFolder(({ files, edition: { today } }) => {
  const inYears = (years: number) => String(Number(today.slice(0, 4)) + years).padStart(4, '0') + today.slice(4)
  return files.flatMap(({ source, data, collection, valid }) => {
    const until = valueAt(data, ['notice', 'until'])
    if (source && !collection && isIsoDate(until) && until < today) {
      const message = `the notice was shown until ${until}; today is ${today}`
      const details = { rule: 'notice/expired', message, help: 'Remove it, or change the date.' }
      return createProblemAt(source, source.range(['notice', 'until']), { ...details, severity: 'warning' })
    }
    if (!source || !collection || typeof data !== 'object' || data === null) return []
    const days = data as Record<string, unknown>
    const problems = ORDERED.flatMap(([first, last]) => {
      const from = days[first]
      const to = days[last]
      if (!isIsoDate(from) || !isIsoDate(to) || from <= to) return []
      const message = `"${last}" is before "${first}", which is ${from}`
      const help = 'Correct one of the two dates.'
      return createProblemAt(source, source.range([last]), { rule: 'date/order', message, help })
    })
    const warn = (field: string | (string | number)[], rule: string, message: string, help: string) =>
      problems.push(createProblemAt(source, source.range([field].flat()), { rule, severity: 'warning', message, help }))
    const { state, field, day } = getPublicationStatus({ collection, data }, today)
    if (state === 'expired') {
      const message = `this entry expired on ${day} and is no longer on the site; today is ${today}`
      warn(field, 'job/expired', message, 'Remove the file, or change the date if the job is still open.')
    }
    // A scheduled date is suspicious only if it is far in the future.
    if (state === 'scheduled' && day > inYears(1) && problems.length === 0) {
      const message = `this entry is not on the site until ${day}; today is ${today}`
      warn(field, 'date/upcoming', message, 'Check the year.')
    }
    const { exceptions = [] } = (collection === places ? (valid ?? {}) : {}) as Partial<Place>
    for (const [index, { from, to = from }] of exceptions.entries()) {
      const message = `this exception expired on ${to}; today is ${today}`
      if (to < today) warn(['exceptions', index], 'hours/expired', message, 'Remove it, or change the date.')
    }
    for (const field of problems.length === 0 ? ORDERED.flat() : []) {
      const day = days[field]
      // Skip start dates in the future and end dates in the past, because other rules report them.
      const isFirst = field === collection.from
      if (isIsoDate(day) && (isFirst ? day < inYears(-LONG_AGO) : day > inYears(FAR_OFF))) {
        const message = `${day} is far ${isFirst ? 'in the past' : 'in the future'}; today is ${today}`
        warn(field, 'date/year', message, 'Check the year.')
      }
    }
    return problems
  })
})
