import type { z } from 'zod'
import type { Finding } from '../../diagnostics/problem.ts'
import type { ValuePath } from '../yaml/source.ts'

type Issue = z.core.$ZodIssue

/** Lists the valid values if the schema enumerates them. */
export function listValidValues(issue: Issue): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String)
  if (issue.code !== 'invalid_union') return []
  const { options } = issue as { options?: unknown[] }
  return options?.map(String) ?? []
}

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
}
const formats: Record<string, string> = {
  date: 'a date such as 2026-03-31',
  url: 'an address that starts with https://',
  email: 'an email address such as name@example.com',
}

export function describeExpectedValue(issue: Issue): string {
  if (issue.code === 'invalid_type') return types[issue.expected] ?? `a ${issue.expected}`
  const choices = listValidValues(issue)
  if (choices.length > 0) return choices.length === 1 ? `${choices[0]}` : `one of ${choices.join(', ')}`
  if (issue.code === 'too_big') return `${exact(issue) ?? 'at most'} ${amount(issue.maximum, issue.origin)}`
  if (issue.code === 'too_small') {
    const bound = issue.inclusive === false ? 'more than' : (exact(issue) ?? 'at least')
    return `${bound} ${amount(issue.minimum, issue.origin)}`
  }
  if (issue.code === 'invalid_format') return formats[issue.format] ?? issue.message
  return issue.message
}

function exact(issue: Issue): string | undefined {
  return 'exact' in issue && issue.exact ? 'exactly' : undefined
}

function amount(limit: number | bigint, origin: string): string {
  const [singular, plural] =
    origin === 'string' ? ['character', 'characters'] : origin === 'array' ? ['entry', 'entries'] : ['', '']
  return `${limit} ${limit === 1 ? singular : plural}`.trim()
}

/** Describes a value briefly, as the author wrote it. */
export function formatValue(value: unknown, written: string): string {
  if (typeof value === 'string')
    return value.length > 60 ? `"${value.slice(0, 57)}..." (${value.length} characters)` : `"${value}"`
  if (Array.isArray(value)) return `a list of ${amount(value.length, 'array')}`
  if (value === null) return 'nothing'
  if (typeof value === 'object') return 'a group of fields'
  return typeof value === 'number' ? `the number ${written.trim()}` : String(value)
}

/** Returns a readable name for a path, such as `"heading"` or `entry 3 of "items"`. */
export function formatFieldName(path: ValuePath): string {
  const step = path.at(-1)
  if (step === undefined) return 'the file'
  return typeof step === 'number' ? `entry ${step + 1} of "${path.at(-2) ?? 'the file'}"` : `"${step}"`
}

/** Returns the finding for a field that has no space after its colon, as in `name:value`. */
export function createMissingSpaceFinding(name: string): Finding {
  const message = `there is no space after "${name}:"`
  return { rule: 'yaml/missing-space', message, help: 'Write a space after the colon.' }
}
