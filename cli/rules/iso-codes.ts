import { listMarkedTexts } from '../content/schema/walk-schema.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const NOT_COUNTRIES = ['EU', 'EZ', 'QO', 'UN', 'ZZ']
const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Pattern for each type of code. `current` returns the code or its successor; undefined if the code does not exist. */
const CODES: Readonly<Record<string, { pattern: RegExp; current(code: string): string | undefined }>> = {
  currency: { pattern: /^[A-Z]{3}$/, current: (code) => (currencies.has(code) ? code : undefined) },
  country: {
    pattern: /^[A-Z]{2}$/,
    current(code) {
      const { region = code } = new Intl.Locale(`und-${code}`)
      return regions.of(region) && !NOT_COUNTRIES.includes(region) ? region : undefined
    },
  },
}

export const isoCodeRules = defineRules({
  'code/unknown': {
    means: 'A currency or country code has the right format but does not exist.',
    matters: 'Search engines and job boards ignore the salary or the address.',
    bad: 'salary: { min: 60000, max: 80000, currency: XYZ }',
    good: 'salary: { min: 60000, max: 80000, currency: EUR }',
    fix: 'Write the ISO code: three letters for a currency, such as EUR, and two for a country, such as GB.',
  },
}).inFile(({ schema, data, source }) => {
  if (!source) return []
  return listMarkedTexts<string>(schema, data, 'code').flatMap(({ mark, value, path }) => {
    const { pattern, current } = CODES[mark] ?? {}
    // Skip values that do not match the pattern, because the schema reports them.
    const now = pattern?.test(value) ? current?.(value) : value
    if (now === value) return []
    const help = now ? `Write ${now}.` : `Look up the ISO code of the ${mark}.`
    const details = { rule: 'code/unknown', message: `${value} is not a ${mark} code`, help }
    return createProblemAt(source, source.range(path), { ...details, severity: 'warning' }, now)
  })
})
