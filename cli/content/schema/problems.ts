import type { z } from 'zod'
import type { Range } from '../../diagnostics/location.ts'
import { createProblemAt, type Explanations, type Problem } from '../../diagnostics/problem.ts'
import { findNearestWord, findSafeCorrection } from '../../diagnostics/suggest.ts'
import { valueAt } from '../value-at.ts'
import type { ValuePath, YamlSource } from '../yaml/source.ts'
import { describeExpectedValue, describeInvalidValue, describeMissingSpace, formatFieldName } from './describe-value.ts'
import { findCorrectedSpelling, type Issue } from './respell.ts'
import { listKnownKeys } from './walk-schema.ts'

/** Converts issues from `flattenUnionIssues` into problems with locations in the file. */
export function convertIssuesToProblems(
  source: YamlSource,
  schema: z.ZodType,
  data: unknown,
  issues: Issue[],
): Problem[] {
  const flat = withoutFollowUps(issues)
  // Required fields with a misspelled name, which are not reported as missing.
  const misspelt = new Set<string>()
  const unknown = flat.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return []
    const path = issue.path as ValuePath
    const missing = missingIn(data, flat, path)
    const group = valueAt(data, path)
    const optional = listKnownKeys(schema, data, path).filter((name) => !Object.hasOwn(Object(group), name))
    // Skip `__proto__`, because `listDiscardedText` reports it.
    const keys = issue.keys.filter((key) => key !== '__proto__')
    return keys.map((key) => {
      const meant = findNearestWord(key, missing)
      if (meant) misspelt.add([...path, meant].join('\n'))
      // Suggest missing required fields first, because the author more likely meant one of them.
      return unknownKey(source, data, [...path, key], meant ? missing : optional, meant !== undefined)
    })
  })
  const others = flat.flatMap((issue) => {
    const path = issue.path as ValuePath
    if (issue.code === 'unrecognized_keys' || misspelt.has(path.join('\n'))) return []
    if (issue.code === 'invalid_key') return invalidKey(source, issue, path)
    const value = valueAt(data, path)
    if (value === undefined && issue.code === 'invalid_union') {
      // Look for a misspelled discriminator, because without a valid discriminator the schema does not report unknown
      // fields.
      const parent = path.slice(0, -1)
      const discriminator = String(path.at(-1))
      const misspelling = findSafeCorrection(discriminator, Object.keys(Object(valueAt(data, parent))))
      if (misspelling) return unknownKey(source, data, [...parent, misspelling], [discriminator], true)
    }
    if (value === undefined || value === null) return absent(source, issue, path)
    const inQuotes = typeof value === 'number' ? source.text.slice(...source.range(path)).trim() : undefined
    const expectsText = issue.code === 'invalid_type' && issue.expected === 'string'
    const quotedIssue = inQuotes && expectsText && issueOf(schema, data, path, inQuotes)
    return describeInvalidValue(source, quotedIssue || issue, path, quotedIssue ? inQuotes : value)
  })
  return [...unknown, ...others]
}

/** Returns the issue that a different value would cause at a path; undefined if that value would be valid. */
function issueOf(schema: z.ZodType, data: unknown, path: ValuePath, value: unknown): Issue | undefined {
  const copy = structuredClone(data)
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>
  parent[String(path.at(-1))] = value
  const issues = schema.safeParse(copy).error?.issues ?? []
  return flattenUnionIssues(issues).find((issue) => issue.path.join('\n') === path.join('\n'))
}

/** Replaces each union issue with the issues of the branch that is closest to the value. */
export function flattenUnionIssues(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
    const [closest = []] = [...issue.errors].sort(
      (a, b) => Number(rejectsType(a)) - Number(rejectsType(b)) || countMistakes(a) - countMistakes(b),
    )
    return flattenUnionIssues(closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue))
  })
}

/** Reports whether a branch rejects a value as a whole, such as text where it expects a group of fields. */
function rejectsType(issues: readonly Issue[]): boolean {
  return issues.some(({ path, code }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'))
}

/** Counts mistakes: an issue may report several unknown fields. */
function countMistakes(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

/** Keeps one issue per value. Prefers type errors to size errors, and the stricter of two limits. */
function withoutFollowUps(issues: Issue[]): Issue[] {
  const first = new Map<string, Issue>()
  for (const issue of issues) {
    const path = issue.path.join('\n')
    const issueRank = rank(issue)
    const other = first.get(path)
    if (issueRank !== undefined && (!other || issueRank < (rank(other) ?? 0))) first.set(path, issue)
  }
  return issues.filter((issue, index) =>
    rank(issue) === undefined
      ? !followsFormat(issue, issues.slice(0, index))
      : first.get(issue.path.join('\n')) === issue,
  )
}

/** Reports whether an earlier issue concerns the same string, and one of the two issues comes from a format check. */
function followsFormat(issue: Issue, before: Issue[]): boolean {
  if (issue.code !== 'custom' && issue.code !== 'invalid_format') return false
  return before.some(
    ({ code, path }) => [code, issue.code].includes('invalid_format') && path.join('\n') === issue.path.join('\n'),
  )
}

/** Returns an issue's rank; undefined if it is always reported. Each value's lowest-ranked issue is reported. */
function rank(issue: Issue): number | undefined {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union') return Number.NEGATIVE_INFINITY
  if (issue.code === 'too_big') return Number(issue.maximum)
  return issue.code === 'too_small' ? -Number(issue.minimum) : undefined
}

function missingIn(data: unknown, issues: readonly Issue[], path: ValuePath): string[] {
  return issues
    .filter((issue) => issue.path.length === path.length + 1 && path.every((step, index) => issue.path[index] === step))
    .filter((issue) => valueAt(data, issue.path as ValuePath) === undefined)
    .map((issue) => String(issue.path.at(-1)))
}

/** @param names candidates for the intended name; @param isMissing whether the candidates are required and missing */
function unknownKey(source: YamlSource, data: unknown, path: ValuePath, names: string[], isMissing: boolean): Problem {
  const range = source.range(path, 'key')
  const key = String(path.at(-1))
  const rule = 'schema/unknown-key'
  if (key === '<<') return mergeKey(source, range)
  if (valueAt(data, path) === null) {
    const [, name] = /^([\w-]+):(?=\S)/.exec(key) ?? []
    if (name) return describeMissingSpace(source, range, name)
    if (/,\s*$/.test(source.text.slice(0, range[0]))) {
      const message = `the comma before "${key}" ends the text, because the text is inside { }`
      const help = 'Put quotes around the whole text, including commas.'
      return createProblemAt(source, range, { rule, message, help })
    }
  }
  const meant = findNearestWord(key, names)
  const help = meant
    ? `Did you mean "${meant}"${isMissing ? ', which is missing' : ''}?`
    : 'Remove it, or look up the fields in content/README.md.'
  const details = { rule, message: `unknown field "${key}"`, help }
  return createProblemAt(source, range, details, findSafeCorrection(key, names))
}

function invalidKey(source: YamlSource, issue: z.core.$ZodIssueInvalidKey, path: ValuePath): Problem {
  const range = source.range(path, 'key')
  if (path.at(-1) === '<<') return mergeKey(source, range)
  const [first] = issue.issues
  const reason = issue.issues.find(({ code }) => code === 'custom')?.message
  const problem = reason ? `is invalid: ${reason}` : 'is not a valid name here'
  const message = `"${path.at(-1)}" ${problem}`
  const meant = findCorrectedSpelling(issue, undefined)
  const expected = reason === undefined && first ? describeExpectedValue(first) : undefined
  const details = { rule: 'schema/format', message, expected }
  return createProblemAt(source, range, { ...details, help: meant && `Write ${meant}.` }, meant)
}

function mergeKey(source: YamlSource, range: Range): Problem {
  const message = 'the YAML merge key "<<" is not supported'
  return createProblemAt(source, range, { rule: 'schema/unknown-key', message, help: 'Write out the merged fields.' })
}

function absent(source: YamlSource, issue: Issue, path: ValuePath): Problem {
  const rule = 'schema/missing'
  const expected = describeExpectedValue(issue)
  if (path.length === 0) return createProblemAt(source, [0, 1], { rule, message: 'the file is empty', expected })
  const empty = source.data !== undefined && valueAt(source.data, path) === null
  const name = formatFieldName(path)
  const message = empty ? `${name} is empty` : `${name} is missing`
  const help = empty ? 'Add a value, or remove the line.' : `Add "${path.at(-1)}:".`
  return createProblemAt(source, source.range(path, empty ? 'key' : 'value'), { rule, expected, message, help })
}

export const schemaRules: Explanations = {
  'schema/missing': {
    means: 'A required field is missing or empty.',
    matters: 'Part of the page would be missing, such as a heading, a button, or the description in search results.',
    bad: 'action:\n  label: Get in touch',
    good: 'action:\n  label: Get in touch\n  to: /get-started',
    fix: 'Add the field. Other files in the same folder show how it is used.',
  },
  'schema/unknown-key': {
    means: 'A field has an unknown name, usually because of a typo.',
    matters: 'Its value would not be shown, and the intended field would be missing.',
    bad: 'sumary: Seven changes that cost time.',
    good: 'summary: Seven changes that cost time.',
    fix: 'Correct the name. --fix does this unless the intended field is already present.',
  },
  'schema/type': {
    means: 'A value has the wrong type, for example a number instead of text, or text instead of a list.',
    matters: 'The page could not show the value as intended.',
    bad: 'readTime: "7"\nyear: 2023   # a text, such as "2023"',
    good: 'readTime: 7\nyear: "2023"',
    fix: 'Put quotes around text that looks like a number or starts with {. Write numbers without quotes, and list items with dashes.',
  },
  'schema/choice': {
    means: 'A value is not one of the choices for its field.',
    matters: 'Layouts, icons and filters depend on the value.',
    bad: 'type: Full time',
    good: 'type: Full-time',
    fix: 'Use one of the listed choices. --fix corrects unambiguous misspellings.',
  },
  'schema/size': {
    means: 'Text is too long or too short, a list has too many or too few entries, or a number is out of range.',
    matters: 'Long titles are cut off in search results; long labels do not fit on buttons on a phone.',
    bad: 'title: A title of more than ninety characters, which no search engine and no card on this site can show …',
    good: 'title: A title that fits',
    fix: 'Shorten or extend it. The length of a fact in braces is the length of its value.',
  },
  'schema/format': {
    means: 'A value has the wrong format, for example a malformed address, email address or name.',
    matters: 'Links and addresses would not work.',
    bad: 'to: about-us',
    good: 'to: /about-us',
    fix: 'Use the format given in the message.',
  },
  'schema/date': {
    means: 'A date is not written as year-month-day, or does not exist.',
    matters: 'Lists are sorted by this date, and search engines show it.',
    bad: 'published: 2026-02-31\nupdated: March 3, 2026',
    good: 'published: 2026-02-28\nupdated: 2026-03-03',
    fix: 'Write it as year-month-day, such as 2026-03-31. --fix corrects unambiguous dates.',
  },
}
