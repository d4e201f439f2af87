import { collections } from '@northshelf/site/collections/list.ts'
import { singles } from '@northshelf/site/collections/singles.ts'
import type { z } from 'zod'
import { applyEdits, type Edit } from '../diagnostics/edit.ts'
import type { Range } from '../diagnostics/location.ts'
import { listMarks } from './schema/marked-fields.ts'
import type { Path } from './yaml/source.ts'

/** Names that pages fill in, such as the number of a slide, with the files whose schema has them. They are no facts. */
export const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ...collections.flatMap(({ name, schema, placeholders = [] }) =>
    [...placeholders, ...placeholdersIn(schema)].map((placeholder) => [placeholder, name] as const),
  ),
  ...Object.entries(singles).flatMap(([name, { schema }]) =>
    placeholdersIn(schema).map((placeholder) => [placeholder, `${name}.yaml`] as const),
  ),
])
/** Facts that site.yaml adds to those of facts.yaml, with the fields that they come from. */
export const IDENTITY_FIELDS: Readonly<Record<string, string>> = { brand: 'name', email: 'email' }
export const IDENTITY = Object.keys(IDENTITY_FIELDS)

/** Returns why no fact can have a name; undefined if one can. */
export function whyNoFact(name: string): string | undefined {
  const home = PLACEHOLDERS.get(name)
  if (home) return `{${name}} is a placeholder that some fields of ${home} fill in`
  return IDENTITY.includes(name) ? `{${name}} comes from "${IDENTITY_FIELDS[name]}" in site.yaml` : undefined
}

function placeholdersIn(schema: z.ZodType): string[] {
  return listMarks<string[]>(schema, 'placeholders').flat()
}

const token = /(?<!\\)\{([a-z][a-z0-9-]*)\}/g
const escaped = /\\(?=\{[a-z][a-z0-9-]*\})/g

/**
 * The edits that fill in facts for their names. Unknown names are reported and stay. `\{name}` is no fact.
 * @param code where names are no facts either
 */
export function listFacts(
  text: string,
  facts: ReadonlyMap<string, string>,
  unknown: (name: string, offset: number) => void,
  code: readonly Range[] = [],
): Edit[] {
  return [...text.matchAll(token)].flatMap(({ 0: whole, 1: name = '', index }): Edit[] => {
    if (code.some(([start, end]) => index >= start && index < end)) return []
    const value = facts.get(name)
    if (value !== undefined) return [{ start: index, end: index + whole.length, text: value }]
    if (!PLACEHOLDERS.has(name)) unknown(name, index)
    return []
  })
}

/** A value with facts filled in for their names in every text, and `\{` written as `{`; itself where it names none. */
export function fillFactsIn(
  value: unknown,
  facts: ReadonlyMap<string, string>,
  unknown: (name: string, path: Path) => void,
  path: Path = [],
): unknown {
  if (typeof value === 'string') {
    if (!value.includes('{')) return value
    const edits = listFacts(value, facts, (name) => unknown(name, path))
    return applyEdits(value, edits).replace(escaped, '')
  }
  if (typeof value !== 'object' || value === null) return value
  const isList = Array.isArray(value)
  const before = Object.entries(value)
  const after = before.map(([key, item]) => fillFactsIn(item, facts, unknown, [...path, isList ? Number(key) : key]))
  if (after.every((item, index) => item === before[index]?.[1])) return value
  return isList ? after : Object.fromEntries(after.map((item, index) => [before[index]?.[0], item]))
}
