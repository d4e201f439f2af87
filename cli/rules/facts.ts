import type { z } from 'zod'
import { findFactNameProblem, PLACEHOLDERS, SITE_FACT_NAMES } from '../content/facts.ts'
import { listFieldTexts } from '../content/fields.ts'
import { listBracedNames } from '../content/literal-markup.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { listMarkedTexts } from '../content/schema/walk-schema.ts'
import { isPlainObject } from '../content/value-at.ts'
import type { Range } from '../diagnostics/location.ts'
import { createProblemAt, type ProblemDetails } from '../diagnostics/problem.ts'
import { findNearestWord } from '../diagnostics/suggest.ts'
import { defineRules } from './rule.ts'

interface Braces {
  name: string
  /** The name, including its braces. */
  text: string
  /** Computes the range. Called only when a problem is reported. */
  range(): Range
  placeholders: readonly string[]
}

/** Matches a valid fact name. `content/parse.ts` replaces facts and reports unknown names. */
const NAME = /^\{[a-z][a-z0-9-]*\}$/

export const braceRules = defineRules({
  'fact/unknown': {
    means: 'Text uses a fact that facts.yaml does not define.',
    matters: 'Visitors would see the braces.',
    bad: 'We answer within {reply-tme}.',
    good: 'We answer within {reply-time}.',
    fix: 'Correct the name or add the fact. {brand}, {email} and {measurement-table} come from site.yaml. To show braces, write \\{name}; in code, they need no backslash.',
  },
  'fact/nested': {
    means: 'A fact uses another fact.',
    matters: 'Visitors would see the braces.',
    bad: 'reply-time: 24 hours\npromise: an answer within {reply-time}',
    good: 'reply-time: 24 hours\npromise: an answer within 24 hours',
    fix: 'Write out the value, or use both facts in the text.',
  },
  'fact/placeholder': {
    means: 'A placeholder is used where nothing replaces it.',
    matters: 'Visitors would see the braces.',
    bad: 'summary: A year at {salary}   # of a job posting',
    good: 'salary: { min: 60000, max: 80000 }\nbenefits:\n  - A salary of {salary}',
    fix: 'Use {salary} only in the text and lists of a job posting, and {n} and {m} only in site.yaml labels that show numbers.',
  },
}).inFile((file, facts) =>
  bracesOf(file).flatMap((found) => {
    const details = checkBraces(found, facts, !file.collection && file.slug === 'facts')
    if (!details) return []
    const { sure, ...rest } = details
    const range = found.range()
    return createProblemAt(file, range, rest, file.text.slice(...range) === found.text ? sure : undefined)
  }),
)

function bracesOf(file: ParsedFile): Braces[] {
  const { body, collection, data } = file
  const fields = (collection?.schema as z.ZodObject | undefined)?.shape ?? {}
  // A placeholder with the same name as a field is replaced only if that field has a value.
  const isFilled = (name: string) => !(name in fields) || (isPlainObject(data) && data[name] !== undefined)
  const inFields = listFieldTexts(file).flatMap(({ text: whole, path, source, placeholders }) =>
    listBracedNames(whole).map(({ name, text }) => ({
      name,
      text,
      placeholders: placeholders.filter(isFilled),
      range: () => source.rangeOfWord(path, text),
    })),
  )
  if (!body) return inFields
  const placeholders = collection?.placeholders?.filter(isFilled) ?? []
  const code = body.code()
  // `{{name}}` becomes `{value}` when facts are filled in, so the outer braces can be found only in the file's original
  // text.
  const doubled = listBracedNames(body.text).flatMap(({ name, text, start, end }): Braces[] => {
    if (!text.startsWith('{{') || code.some(([from, to]) => body.start + start >= from && body.start + start < to))
      return []
    return [{ name, text, range: () => [body.start + start, body.start + end], placeholders }]
  })
  const inText = body.analysis.problems.flatMap((problem): Braces[] => {
    const range = body.range(problem)
    const [found] = problem.kind === 'braces' ? listBracedNames(file.text.slice(...range)) : []
    return found && !found.text.startsWith('{{') ? [{ ...found, range: () => range, placeholders }] : []
  })
  return [...inFields, ...inText, ...doubled]
}

function checkBraces(
  { name, text, placeholders }: Braces,
  facts: ReadonlyMap<string, string>,
  isInFacts: boolean,
): (ProblemDetails & { sure?: string | undefined }) | undefined {
  const isFact = facts.has(name) || SITE_FACT_NAMES.includes(name)
  if (NAME.test(text)) {
    if (isInFacts && isFact) {
      const message = 'a fact cannot use another fact: visitors would see the braces'
      const help = facts.has(name) ? `Write the value: ${facts.get(name)}.` : 'Write the value.'
      return { rule: 'fact/nested', message, help }
    }
    const owner = PLACEHOLDERS.get(name)
    if (!owner || placeholders.includes(name)) return undefined
    const known = placeholders.map((placeholder) => `{${placeholder}}`).join(' and ')
    const help = known
      ? `Use ${known} here.`
      : `Only some fields of ${owner} replace it, and only if it has a value; content/README.md lists them.`
    return { rule: 'fact/placeholder', message: `nothing replaces ${text} here: visitors would see the braces`, help }
  }
  const rule = 'fact/unknown'
  if (text.startsWith('{{') && NAME.test(`{${name}}`)) {
    // Skip unknown names, because `content/parse.ts` reports them.
    if (!isFact && !PLACEHOLDERS.has(name)) return undefined
    const message = 'double braces: visitors would see one pair'
    return { rule, message, help: `Write {${name}}.`, sure: `{${name}}` }
  }
  const plain = name.toLowerCase().replace(/[ _.]+/g, '-')
  const names = [...facts.keys(), ...SITE_FACT_NAMES, ...placeholders]
  const meant = findNearestWord(plain, names)
  const help = meant
    ? `Did you mean {${meant}}? Names are in lower case, with dashes and without spaces.`
    : 'Use a name from facts.yaml, or remove the braces.'
  const sure = names.includes(plain) ? `{${plain}}` : undefined
  return { rule, message: `facts.yaml has no fact "${name}"`, help, sure }
}

export const factRules = defineRules({
  'fact/reserved': {
    means: 'A fact has the same name as a placeholder, or as a value that comes from site.yaml.',
    matters: 'Every text with that placeholder, such as the salary range of a job, would show the fact instead.',
    bad: 'salary: "100"   # in facts.yaml',
    good: 'starting-salary: "100"',
    fix: 'Rename the fact, and update the text that uses it.',
  },
  'fact/no-number': {
    means: 'An animated figure uses a fact that does not contain a number.',
    matters: 'The figure would show zero.',
    bad: '- fact: award-name   # fastest growing company',
    good: '- fact: retention    # 92%',
    fix: 'Use a fact with a number, or use this fact in text.',
  },
}).inFile(({ collection, slug, source, schema, data }, facts) => {
  if (!source) return []
  const names = !collection && slug === 'facts' && isPlainObject(data) ? Object.keys(data) : []
  const reserved = names.flatMap((name) => {
    const why = findFactNameProblem(name)
    if (!why) return []
    const message = `a fact cannot be named "${name}": ${why}`
    const help = 'Choose another name.'
    return createProblemAt(source, source.range([name], 'key'), { rule: 'fact/reserved', message, help })
  })
  const uncountable = listMarkedTexts(schema, data, 'counted').flatMap(({ value: name, path }) => {
    const found = facts.get(name)
    if (found === undefined || /\d/.test(found)) return []
    const message = `the fact "${name}" has no number to count up to`
    const help = 'Use a fact with a number, or use this fact in text.'
    return createProblemAt(source, source.rangeOfWord(path, name), { rule: 'fact/no-number', message, found, help })
  })
  return [...reserved, ...uncountable]
})
