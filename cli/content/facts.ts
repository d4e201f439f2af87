import { applyEdits, type Edit } from './edit.ts'
import type { Path, Range } from './source.ts'

/** Names that components fill in later, such as the number of a slide, and where. Until then they stay as they are. */
export const PLACEHOLDERS = new Map([
  ['n', 'Labels of site.yaml that count something have it.'],
  ['m', 'Labels of site.yaml that count something have it.'],
  ['salary', 'It stands for the salary range in the text and the lists of a position.'],
])
/** Facts that site.yaml adds to those of facts.yaml, and its fields that say them. */
export const IDENTITY_FIELDS = { brand: 'name', email: 'email' }
export const IDENTITY = Object.keys(IDENTITY_FIELDS)
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
