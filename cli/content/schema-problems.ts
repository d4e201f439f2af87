import type { z } from 'zod'
import { knownKeys } from './known-keys.ts'
import { nearest, surelyMeant } from './nearest.ts'
import type { Problem } from './problem.ts'
import { problemAt } from './problem-at.ts'
import { describeMisfit } from './schema-misfits.ts'
import { expectation, missingSpace, nameOf } from './schema-words.ts'
import type { Path, Range, Source } from './source.ts'

type Issue = z.core.$ZodIssue

/** Turns what zod found into problems at their places in the file. */
export function schemaProblems(
  source: Source,
  schema: z.core.$ZodType,
  data: unknown,
  issues: readonly Issue[],
): Problem[] {
  const flat = withoutEchoes(issues.flatMap(nearestBranch))
  // A misspelt field is one mistake: that the right one is missing need not be told as well.
  const misspelt = new Set<string>()
  const unknown = flat.flatMap((issue): Problem[] => {
    if (issue.code !== 'unrecognized_keys') return []
    const path = issue.path as Path
    const missing = missingIn(data, flat, path)
    const there = valueAt(data, path)
    const optional = knownKeys(schema, data, path).filter((name) => !Object.hasOwn(Object(there), name))
    // What YAML itself gives no value was told with the YAML.
    const keys = issue.keys.filter((key) => key !== '__proto__')
    return keys.map((key) => {
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
      if (path.at(-1) === '<<') return [mergeKey(source, source.range(path, 'key'))]
      const [first] = issue.issues
      const expected = first && expectation(first)
      const message = `"${path.at(-1)}" cannot be a name here`
      return [problemAt(source, source.range(path, 'key'), { rule: 'schema/format', message, expected })]
    }
    const value = valueAt(data, path)
    if (value === undefined && issue.code === 'invalid_union') {
      // The field that chooses the form of the rest: without it no field here is unknown, its own misspelling either.
      const parent = path.slice(0, -1)
      const choosing = String(path.at(-1))
      const misspelling = surelyMeant(choosing, Object.keys(Object(valueAt(data, parent))))
      if (misspelling) return [unknownKey(source, data, parent, misspelling, [choosing], ', which is missing')]
    }
    if (value === undefined || value === null) return [absent(source, issue, path)]
    return [describeMisfit(source, issue, path, value)]
  })
  return [...unknown, ...others]
}

/** Of the branches of a union, the one that the value comes closest to. */
function nearestBranch(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const [closest = []] = [...issue.errors].sort((a, b) => a.length - b.length)
  return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue).flatMap(nearestBranch)
}

/** One value, one problem: a text where a list is needed has no length, and of two limits the nearer one counts. */
function withoutEchoes(issues: Issue[]): Issue[] {
  const rank = (issue: Issue) =>
    issue.code === 'invalid_type' || issue.code === 'invalid_union'
      ? Number.NEGATIVE_INFINITY
      : issue.code === 'too_big'
        ? Number(issue.maximum)
        : issue.code === 'too_small'
          ? -Number(issue.minimum)
          : undefined
  const first = new Map<string, Issue>()
  for (const issue of issues) {
    const [path, own] = [issue.path.join('\n'), rank(issue)]
    const other = first.get(path)
    if (own !== undefined && (!other || own < (rank(other) ?? 0))) first.set(path, issue)
  }
  return issues.filter((issue) => rank(issue) === undefined || first.get(issue.path.join('\n')) === issue)
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
    return problemAt(source, range, missingSpace(stuck[1] ?? ''), [{ start: from, end: from, text: ' ' }])
  }
  if (key === '<<') return mergeKey(source, range)
  if (valueAt(data, [...path, key]) === null && /,\s*$/.test(source.text.slice(0, range[0]))) {
    const message = `the comma before "${key}" ends the text, because it stands in a group in { }`
    return problemAt(source, range, { rule, message, help: 'Put quotes around the whole text, with its commas.' })
  }
  const meant = nearest(key, absentKeys)
  const sure = surelyMeant(key, absentKeys)
  return problemAt(
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

function mergeKey(source: Source, range: Range): Problem {
  const message = '"<<" takes fields over from elsewhere in other programs; here it does not'
  return problemAt(source, range, { rule: 'schema/unknown-key', message, help: 'Write the fields out.' })
}

function absent(source: Source, issue: Issue, path: Path): Problem {
  if (path.length === 0) {
    const message = 'the file is empty'
    return problemAt(source, [0, 1], { rule: 'schema/missing', message, expected: expectation(issue) })
  }
  const empty = source.data !== undefined && valueAt(source.data, path) === null
  const name = nameOf(path)
  return problemAt(source, source.range(path, empty ? 'key' : 'value'), {
    rule: 'schema/missing',
    message: empty ? `${name} is empty` : `${name} is missing`,
    expected: expectation(issue),
    help: empty ? 'Write something there, or remove the line.' : `Add "${path.at(-1)}:".`,
  })
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined | null)?.[step as string],
    data,
  )
}
