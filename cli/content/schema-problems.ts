import type { z } from 'zod'
import { nearest } from './nearest.ts'
import type { Problem } from './problem.ts'
import type { Path, Source } from './source.ts'

type Issue = z.core.$ZodIssue

/** Turns what zod found into problems at their places in the file. */
export function schemaProblems(source: Source, data: unknown, issues: readonly Issue[]): Problem[] {
  const missing = issues.filter(
    (issue) => issue.code === 'invalid_type' && valueAt(data, issue.path as Path) === undefined,
  )
  return issues.flatMap((issue): Problem[] => {
    const path = issue.path as Path
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const absent = missing
          .filter((other) => other.path.length === path.length + 1)
          .map((other) => String(other.path.at(-1)))
        const meant = nearest(key, absent)
        return at(source, [...path, key], 'key', {
          rule: 'schema/unknown-key',
          message: `"${key}" is not a field here`,
          help: meant ? `Did you mean "${meant}"?` : 'Remove it, or look up the fields in content/README.md.',
        })
      })
    }
    if (issue.code === 'invalid_key') {
      return [
        at(source, path, 'key', {
          rule: 'schema/format',
          message: `"${path.at(-1)}" cannot be a name here`,
          expected: issue.issues[0] ? expectation(issue.issues[0]) : undefined,
        }),
      ]
    }
    const value = valueAt(data, path)
    if (value === undefined && path.length > 0) {
      return [
        at(source, path, 'value', {
          rule: 'schema/missing',
          message: `"${path.at(-1)}" is missing`,
          expected: expectation(issue),
          help: `Add "${path.at(-1)}:".`,
        }),
      ]
    }
    const choices = choicesOf(issue)
    const meant = typeof value === 'string' ? nearest(value, choices) : undefined
    return [
      at(source, path, 'value', {
        rule: ruleOf(issue),
        message: `"${path.join('.') || 'the file'}" does not fit`,
        expected: expectation(issue),
        found: show(value),
        help: meant ? `Did you mean "${meant}"?` : undefined,
      }),
    ]
  })
}

function at(
  source: Source,
  path: Path,
  part: 'key' | 'value',
  problem: Omit<Problem, 'severity' | 'file' | 'line' | 'column' | 'length'>,
): Problem {
  return { severity: 'error', file: source.file, ...source.locate(path, part), ...problem }
}

function ruleOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return 'schema/type'
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return 'schema/choice'
  if (issue.code === 'too_small' || issue.code === 'too_big') return 'schema/size'
  return 'schema/format'
}

/** The values that would have been right, when they can be listed. */
function choicesOf(issue: Issue): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String)
  // For a discriminated union zod lists the choices only in its message.
  if (issue.code === 'invalid_union') return [...issue.message.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')
  return []
}

function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return issue.expected === 'array'
      ? 'a list'
      : issue.expected === 'object'
        ? 'a group of fields'
        : `a ${issue.expected}`
  const choices = choicesOf(issue)
  if (choices.length > 0) return `one of ${choices.join(', ')}`
  const amount = (limit: number | bigint, origin: string) =>
    origin === 'string' ? `${limit} characters` : origin === 'array' ? `${limit} entries` : `${limit}`
  if (issue.code === 'too_big') return `at most ${amount(issue.maximum, issue.origin)}`
  if (issue.code === 'too_small') return `at least ${amount(issue.minimum, issue.origin)}`
  if (issue.code === 'invalid_format')
    return issue.format === 'regex'
      ? issue.message
      : issue.format === 'date'
        ? 'a day such as 2026-03-31'
        : `a valid ${issue.format}`
  return issue.message
}

/** A value in short, as a person wrote it. */
function show(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 60 ? `"${value.slice(0, 57)}..." (${value.length} characters)` : `"${value}"`
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value === null) return 'nothing'
  if (typeof value === 'object') return 'a group of fields'
  return `${typeof value} ${String(value)}`
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined | null)?.[step as string],
    data,
  )
}
