import type { z } from 'zod'
import { describeDay } from './days.ts'
import { knownKeys } from './known-keys.ts'
import { nearest, surelyMeant } from './nearest.ts'
import type { Problem } from './problem.ts'
import { choicesOf, expectation, show } from './schema-words.ts'
import type { Path, Source } from './source.ts'
import { quote } from './yaml-repairs.ts'

type Issue = z.core.$ZodIssue
type Words = Pick<Problem, 'rule' | 'message' | 'expected' | 'found' | 'help'>

/** Turns what zod found into problems at their places in the file. */
export function schemaProblems(
  source: Source,
  schema: z.core.$ZodType,
  data: unknown,
  issues: readonly Issue[],
): Problem[] {
  const flat = issues.flatMap(nearestBranch)
  // A misspelt field is one mistake: that the right one is missing need not be told as well.
  const misspelt = new Set<string>()
  const unknown = flat.flatMap((issue): Problem[] => {
    if (issue.code !== 'unrecognized_keys') return []
    const path = issue.path as Path
    const missing = missingIn(data, flat, path)
    const there = valueAt(data, path)
    const optional = knownKeys(schema, data, path).filter((name) => !Object.hasOwn(Object(there), name))
    return issue.keys.map((key) => {
      const meant = nearest(key, missing)
      // What must be there is meant before what may be.
      const absentKeys = meant ? missing : optional
      if (meant) misspelt.add([...path, meant].join('\n'))
      return unknownKey(source, data, path, key, absentKeys, meant ? ', which is missing' : '')
    })
  })
  const others = flat.flatMap((issue): Problem[] => {
    const path = issue.path as Path
    if (issue.code === 'unrecognized_keys' || misspelt.has(path.join('\n'))) return []
    if (issue.code === 'invalid_key') {
      const [first] = issue.issues
      const expected = first && expectation(first)
      const message = `"${path.at(-1)}" cannot be a name here`
      return [at(source, source.range(path, 'key'), { rule: 'schema/format', message, expected })]
    }
    const value = valueAt(data, path)
    if (value === undefined || value === null) return [absent(source, issue, path)]
    return [misfit(source, issue, path, value)]
  })
  return [...unknown, ...others]
}

/** Of the branches of a union, the one that the value comes closest to. */
function nearestBranch(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const [closest = []] = [...issue.errors].sort((a, b) => a.length - b.length)
  return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue).flatMap(nearestBranch)
}

function missingIn(data: unknown, issues: readonly Issue[], path: Path): string[] {
  return issues
    .filter((issue) => issue.path.length === path.length + 1 && path.every((step, at) => issue.path[at] === step))
    .filter((issue) => valueAt(data, issue.path as Path) === undefined)
    .map((issue) => String(issue.path.at(-1)))
}

function unknownKey(
  source: Source,
  data: unknown,
  path: Path,
  key: string,
  absentKeys: string[],
  state: string,
): Problem {
  const range = source.range([...path, key], 'key')
  const rule = 'schema/unknown-key'
  const stuck = /^([\w-]+):(?=\S)/.exec(key)
  if (stuck && valueAt(data, [...path, key]) === null) {
    const from = range[0] + (stuck[1]?.length ?? 0) + 1
    return at(source, range, missingSpaceWords(stuck[1] ?? ''), [{ start: from, end: from, text: ' ' }])
  }
  const meant = nearest(key, absentKeys)
  const sure = surelyMeant(key, absentKeys)
  return at(
    source,
    range,
    {
      rule,
      message: `"${key}" is not a field here`,
      help: meant ? `Did you mean "${meant}"${state}?` : 'Remove it, or look up the fields in content/README.md.',
    },
    sure ? [{ start: range[0], end: range[1], text: sure }] : undefined,
  )
}

function missingSpaceWords(name: string): Words {
  return {
    rule: 'yaml/missing-space',
    message: `there is no space after "${name}:"`,
    help: 'Write a space after the colon.',
  }
}

function absent(source: Source, issue: Issue, path: Path): Problem {
  if (path.length === 0) {
    const message = 'the file is empty'
    return at(source, [0, 1], { rule: 'schema/missing', message, expected: expectation(issue) })
  }
  const empty = source.data !== undefined && valueAt(source.data, path) === null
  const name = nameOf(path)
  return at(source, source.range(path, empty ? 'key' : 'value'), {
    rule: 'schema/missing',
    message: empty ? `${name} is empty` : `${name} is missing`,
    expected: expectation(issue),
    help: empty ? 'Write something there, or remove the line.' : `Add "${path.at(-1)}:".`,
  })
}

/** A value that is there and does not fit; for some of them only one thing can have been meant. */
function misfit(source: Source, issue: Issue, path: Path, value: unknown): Problem {
  const range = source.range(path)
  const written = source.text.slice(...range)
  const found = show(value, written)
  const replace = (text: string) => [{ start: range[0], end: range[1], text }]
  const name = nameOf(path)
  const wanted = issue.code === 'invalid_type' ? issue.expected : undefined

  if (wanted === 'object' && typeof value === 'string') {
    const stuck = /^([A-Za-z][\w-]*):(?=[^\s/])/.exec(written)
    if (stuck) {
      const from = range[0] + stuck[0].length
      return at(source, range, missingSpaceWords(stuck[1] ?? ''), [{ start: from, end: from, text: ' ' }])
    }
  }
  if (
    wanted === 'string' &&
    (typeof value === 'number' || typeof value === 'boolean' || /^\{[^\n]*\}$/.test(written))
  ) {
    const [message, help] = [`${name} is not read as text`, 'Put quotes around it.']
    const text = written.startsWith('{') ? 'a group of fields, because it begins with {' : found
    return at(
      source,
      range,
      { rule: 'schema/type', message, expected: 'a text', found: text, help },
      replace(quote(written)),
    )
  }
  if (wanted === 'string' && typeof value === 'object') {
    const [only, ...more] = Object.entries(value as object)
    // `- SEO: the guide` in a list of texts.
    if (only && more.length === 0 && !Array.isArray(value) && typeof only[1] === 'string' && !written.includes('\n')) {
      const colon = range[0] + written.indexOf(':')
      const message = 'this colon makes a field of the text'
      const words = { rule: 'yaml/unquoted-colon', message, help: 'Put quotes around the whole text.' }
      return at(source, [colon, colon + 1], words, replace(quote(written.trimEnd())))
    }
  }
  if (
    (wanted === 'number' || wanted === 'int') &&
    typeof value === 'string' &&
    /^["']?-?\d+(?:\.\d+)?["']?$/.test(written)
  ) {
    const words = { rule: 'schema/type', message: `${name} must be a number`, expected: expectation(issue), found }
    return at(source, range, { ...words, help: 'Take the quotes away.' }, replace(String(value)))
  }
  if (issue.code === 'invalid_format' && issue.format === 'date') {
    const { message, help, meant } = describeDay(String(value), name)
    const words = { rule: 'schema/date', message, expected: expectation(issue), found, help }
    return at(source, range, words, meant ? replace(meant) : undefined)
  }
  const choices = choicesOf(issue)
  const text = String(value)
  const meant = typeof value === 'string' ? nearest(text, choices) : undefined
  const sure = meant && surelyMeant(text, choices)
  return at(
    source,
    range,
    {
      rule: ruleOf(issue),
      message: `${name} ${trouble(issue)}`,
      expected: expectation(issue),
      found,
      help: meant ? `Did you mean "${meant}"?` : undefined,
    },
    sure ? replace(sure) : undefined,
  )
}

function trouble(issue: Issue): string {
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'is too long' : 'is too large'
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'is too short' : 'is too small'
  if (issue.code === 'invalid_type') return 'is of the wrong kind'
  return choicesOf(issue).length > 0 ? 'is none of the choices' : 'does not fit'
}

/** `"heading"`, or `entry 3 of "items"`. */
function nameOf(path: Path): string {
  const step = path.at(-1)
  if (step === undefined) return 'the file'
  return typeof step === 'number' ? `entry ${step + 1} of "${path.at(-2) ?? 'the file'}"` : `"${step}"`
}

function at(
  source: Source,
  range: readonly [number, number],
  words: Words,
  edits?: { start: number; end: number; text: string }[],
): Problem {
  const fix = edits && { edits }
  return { severity: 'error', file: source.file, ...source.place(range), ...words, fix }
}

function ruleOf(issue: Issue): string {
  if (choicesOf(issue).length > 0) return 'schema/choice'
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union') return 'schema/type'
  if (issue.code === 'too_small' || issue.code === 'too_big') return 'schema/size'
  return 'schema/format'
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined | null)?.[step as string],
    data,
  )
}
