import type { Path } from './source.ts'

/** Names that a component fills in later, such as the number of a slide; they stay as they are. */
const placeholders = new Set(['n', 'm', 'salary'])
const token = /\{([a-z][a-z0-9-]*)\}/g

/** Puts facts in the place of their names. Unknown names are reported and stay. */
export function fillFacts(
  text: string,
  facts: ReadonlyMap<string, string>,
  unknown: (name: string, offset: number) => void,
): string {
  return text.replace(token, (whole, name: string, offset: number) => {
    if (placeholders.has(name)) return whole
    const value = facts.get(name)
    if (value === undefined) unknown(name, offset)
    return value ?? whole
  })
}

/** The same for every string in a value. Returns a copy. */
export function fillFactsIn(
  value: unknown,
  facts: ReadonlyMap<string, string>,
  unknown: (name: string, path: Path) => void,
  path: Path = [],
): unknown {
  if (typeof value === 'string') return fillFacts(value, facts, (name) => unknown(name, path))
  if (Array.isArray(value)) return value.map((item, index) => fillFactsIn(item, facts, unknown, [...path, index]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillFactsIn(item, facts, unknown, [...path, key])]),
  )
}
