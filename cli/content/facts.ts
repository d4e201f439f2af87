import { collections } from '@northshelf/site/collections/list.ts'
import { singleFileDefinitions } from '@northshelf/site/collections/single-files.ts'
import type { z } from 'zod'
import { applyEdits, type Edit } from '../diagnostics/edit.ts'
import type { Range } from '../diagnostics/location.ts'
import { listMarkValues } from './schema/walk-schema.ts'
import type { ValuePath } from './yaml/source.ts'

/** Maps each placeholder, such as a slide number, to the collection or file that defines it. Pages fill it in. */
export const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ...collections.flatMap(({ name, schema, placeholders = [] }) =>
    [...placeholders, ...placeholdersIn(schema)].map((placeholder) => [placeholder, name] as const),
  ),
  ...Object.entries(singleFileDefinitions).flatMap(([name, { schema }]) =>
    placeholdersIn(schema).map((placeholder) => [placeholder, `${name}.yaml`] as const),
  ),
])
/** Maps each fact that is defined in site.yaml instead of facts.yaml to the field that contains its value. */
export const SITE_FACT_FIELDS: Readonly<Record<string, string>> = { brand: 'name', email: 'email' }
export const SITE_FACT_NAMES = Object.keys(SITE_FACT_FIELDS)

/** Returns the reason why a fact name is not allowed; undefined if it is allowed. */
export function findFactNameProblem(name: string): string | undefined {
  const owner = PLACEHOLDERS.get(name)
  if (owner) return `{${name}} is a placeholder in some fields of ${owner}`
  return SITE_FACT_NAMES.includes(name) ? `{${name}} comes from "${SITE_FACT_FIELDS[name]}" in site.yaml` : undefined
}

function placeholdersIn(schema: z.ZodType): string[] {
  return listMarkValues<string[]>(schema, 'placeholders').flat()
}

const token = /(?<!\\)\{([a-z][a-z0-9-]*)\}/g
const escaped = /\\(?=\{[a-z][a-z0-9-]*\})/g

/** Lists the names in braces that a file may refer to, or returns `all` if YAML escape sequences may hide a name. */
export function listNamedFacts(text: string): NamedFacts {
  if (text.includes('\\')) return 'all'
  const names = [...text.matchAll(token)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !PLACEHOLDERS.has(name))
}
export type NamedFacts = readonly string[] | 'all'

/**
 * Returns the edits that replace fact names with their values. Reports unknown names and leaves them unchanged. Ignores
 * escaped names such as `\{name}`.
 * @param code ranges of code, where names are not replaced
 */
export function listFactEdits(
  text: string,
  facts: ReadonlyMap<string, string>,
  unknown: (name: string, offset: number) => void,
  code: readonly Range[] = [],
): Edit[] {
  return [...text.matchAll(token)].flatMap(({ 0: match, 1: name = '', index }): Edit[] => {
    if (code.some(([start, end]) => index >= start && index < end)) return []
    const value = facts.get(name)
    if (value !== undefined) return [{ start: index, end: index + match.length, text: value }]
    if (!PLACEHOLDERS.has(name)) unknown(name, index)
    return []
  })
}

/** Fills in facts in every string within a value, and unescapes `\{`. Returns the same object if nothing changes. */
export function fillFacts(
  value: unknown,
  facts: ReadonlyMap<string, string>,
  unknown: (name: string, path: ValuePath) => void,
  path: ValuePath = [],
): unknown {
  if (typeof value === 'string') {
    if (!value.includes('{')) return value
    const edits = listFactEdits(value, facts, (name) => unknown(name, path))
    return applyEdits(value, edits).replace(escaped, '')
  }
  if (typeof value !== 'object' || value === null) return value
  const isList = Array.isArray(value)
  const before = Object.entries(value)
  const after = before.map(([key, item]) => fillFacts(item, facts, unknown, [...path, isList ? Number(key) : key]))
  if (after.every((item, index) => item === before[index]?.[1])) return value
  return isList ? after : Object.fromEntries(after.map((item, index) => [before[index]?.[0], item]))
}
