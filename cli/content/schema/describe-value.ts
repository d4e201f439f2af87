import { hrefPattern } from '@northshelf/site/schema/text.ts'
import { z } from 'zod'
import type { Range } from '../../diagnostics/location.ts'
import { createProblemAt, type Problem } from '../../diagnostics/problem.ts'
import { findNearestWord, findSafeCorrection } from '../../diagnostics/suggest.ts'
import { createSpaceInsertion, NO_SPACE_AFTER_DASH, quoteText } from '../yaml/repairs.ts'
import type { ValuePath, YamlSource } from '../yaml/source.ts'
import { describeInvalidDate } from './dates.ts'
import { findCorrectedSpelling, type Issue } from './respell.ts'
import { describeInvalidScheme } from './url-schemes.ts'

/** Describes why an existing value is invalid. Includes a fix if the intended value is unambiguous. */
export function describeInvalidValue(source: YamlSource, issue: Issue, path: ValuePath, value: unknown): Problem {
  const range = source.range(path)
  const raw = source.text.slice(...range)
  const name = formatFieldName(path)
  const wanted = issue.code === 'invalid_type' ? issue.expected : undefined
  const syntaxProblem = describeSyntaxSlip(source, range, wanted, value)
  if (syntaxProblem) return syntaxProblem
  const expected = describeExpectedValue(issue)
  const found = formatValue(value, raw)
  const problem = (rule: string, message: string, help?: string, fix?: string) =>
    createProblemAt(source, range, { rule, message: `${name} ${message}`, expected, found, help }, fix)

  if (wanted === 'string' && (['number', 'boolean'].includes(typeof value) || /^\{[^\n]*\}$/.test(raw))) {
    const group = raw.startsWith('{') ? 'a group of fields, because it starts with {' : found
    const details = { rule: 'schema/type', message: `${name} must be text`, expected, found: group }
    return createProblemAt(source, range, { ...details, help: 'Put quotes around it.' }, quoteText(raw))
  }
  if ((wanted === 'number' || wanted === 'int') && typeof value === 'string') {
    const isQuoted = /^["']?-?\d+(?:\.\d+)?["']?$/.test(raw)
    const [digits] = /\d[\d,]*(?:\.\d+)?/.exec(value) ?? []
    const help = isQuoted ? 'Remove the quotes.' : digits && `Write only the number: ${digits.replaceAll(',', '')}.`
    return problem('schema/type', 'must be a number', help, isQuoted ? value : undefined)
  }
  if (wanted === 'boolean' && /^(?:yes|no|on|off)$/i.test(String(value))) {
    const meant = /^(?:yes|on)$/i.test(String(value)) ? 'true' : 'false'
    return problem('schema/type', 'must be true or false', `Write ${meant}.`, meant)
  }
  if (issue.code === 'invalid_format' && issue.pattern === String(hrefPattern)) {
    const { help, meant } = describeAddress(String(value)) ?? {}
    return problem('schema/format', 'is invalid', help, meant)
  }
  const respelled = findCorrectedSpelling(issue, value)
  if (respelled !== undefined) return problem('schema/format', 'is invalid', `Write ${respelled}.`, respelled)
  if (issue.code === 'invalid_format' && issue.format === 'date') {
    const { message, help, meant } = describeInvalidDate(String(value))
    return problem('schema/date', message, help, meant)
  }
  const email = issue.code === 'invalid_format' && issue.format === 'email' ? findMeantEmail(String(value)) : undefined
  if (email !== undefined) return problem('schema/format', 'is invalid', `Write ${email}.`, email)
  if (issue.code === 'custom') {
    const message = `${name} is invalid: ${issue.message}`
    const shown = typeof value === 'object' ? undefined : found
    return createProblemAt(source, range, { rule: 'schema/format', message, found: shown })
  }
  const choices = listValidValues(issue)
  const meant = typeof value === 'string' ? findNearestWord(value, choices) : undefined
  const correction = typeof value === 'string' ? findSafeCorrection(value, choices) : undefined
  return problem(...describeIssue(issue), meant && `Did you mean "${meant}"?`, correction)
}

/** Returns a problem if a missing space or quote made YAML parse a value as a different type than intended. */
function describeSyntaxSlip(
  source: YamlSource,
  range: Range,
  wanted: string | undefined,
  value: unknown,
): Problem | undefined {
  const raw = source.text.slice(...range)
  if (wanted === 'object' && typeof value === 'string') {
    const [, name] = /^([A-Za-z][\w-]*):(?=[^\s/])/.exec(raw) ?? []
    return name === undefined ? undefined : describeMissingSpace(source, range, name)
  }
  if (wanted === 'array' && typeof value === 'string' && /^-[^\s-]/.test(raw)) {
    const dashes = [...raw.matchAll(/^([ \t]*-)(?=[^\s-])/gm)].map(
      ({ 0: dash, index }) => range[0] + index + dash.length,
    )
    const details = { ...NO_SPACE_AFTER_DASH, help: 'Put a space after the dash of each list item.' }
    return createProblemAt(source, [range[0], range[0] + 1], details, dashes.flatMap(createSpaceInsertion))
  }
  if (wanted !== 'string' || typeof value !== 'object' || Array.isArray(value) || raw.startsWith('{')) return undefined
  const [only, ...more] = Object.values(value as object)
  // Recognizes an unquoted colon in a list of strings, as in `- SEO: the guide`.
  if (more.length > 0 || typeof only !== 'string' || raw.includes('\n')) return undefined
  const colon = range[0] + raw.indexOf(':')
  const help = 'Put quotes around the whole text.'
  const edit = { start: range[0], end: range[1], text: quoteText(raw.trimEnd()) }
  const message = 'this colon turns the text into a field'
  return createProblemAt(source, [colon, colon + 1], { rule: 'yaml/unquoted-colon', message, help }, [edit])
}

/** Describes a field that has no space after its colon, as in `name:value`. `range` starts at the name. */
export function describeMissingSpace(source: YamlSource, range: Range, name: string): Problem {
  const message = `there is no space after "${name}:"`
  const details = { rule: 'yaml/missing-space', message, help: 'Write a space after the colon.' }
  return createProblemAt(source, range, details, createSpaceInsertion(range[0] + name.length + 1))
}

/** Returns an email address without a curly apostrophe, `mailto:` or a final dot; undefined if it is still invalid. */
function findMeantEmail(address: string): string | undefined {
  const meant = address
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[‘’]/g, "'")
    .replace(/[.,;]{1,9}$/, '')
  return meant !== address && z.email().safeParse(meant).success ? meant : undefined
}

function describeAddress(address: string): { help: string; meant?: string } | undefined {
  if (/\s/.test(address)) return { help: 'Addresses cannot contain spaces.' }
  if (/^[a-z]+:\/*$/.test(address)) return { help: `Write the address after "${address}".` }
  return describeInvalidScheme(address)
}

/** Returns the rule that the value violates, and a message. */
function describeIssue(issue: Issue): [rule: string, message: string] {
  if (listValidValues(issue).length > 0) return ['schema/choice', 'is not one of the choices']
  if (issue.code === 'invalid_type') return ['schema/type', 'has the wrong type']
  if (issue.code === 'invalid_union') return ['schema/type', 'is invalid']
  if (issue.code === 'too_big') return ['schema/size', issue.origin === 'string' ? 'is too long' : 'is too large']
  if (issue.code === 'too_small') return ['schema/size', issue.origin === 'string' ? 'is too short' : 'is too small']
  return ['schema/format', 'is invalid']
}

/** Lists the valid values if the schema enumerates them. */
function listValidValues(issue: Issue): string[] {
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
  const exactly = 'exact' in issue && issue.exact ? 'exactly' : undefined
  if (issue.code === 'too_big') return `${exactly ?? 'at most'} ${amount(issue.maximum, issue.origin)}`
  if (issue.code === 'too_small') {
    const bound = issue.inclusive === false ? 'more than' : (exactly ?? 'at least')
    return `${bound} ${amount(issue.minimum, issue.origin)}`
  }
  if (issue.code === 'invalid_format') return formats[issue.format] ?? issue.message
  return issue.message
}

function amount(limit: number | bigint, origin: string): string {
  const [singular, plural] =
    origin === 'string' ? ['character', 'characters'] : origin === 'array' ? ['entry', 'entries'] : ['', '']
  return `${limit} ${limit === 1 ? singular : plural}`.trim()
}

/** Describes a value briefly, as the author wrote it. */
function formatValue(value: unknown, written: string): string {
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
