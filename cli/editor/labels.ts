import { isPlainObject, valueAt } from '../content/value-at.ts'
import type { ValuePath } from '../content/yaml/source.ts'
import { BODY_PATH_SEGMENT } from '../dev/source-marks.ts'

/** Returns `lang` and `dir` for fields in the site's language; the editor itself is in English. */
export const getSiteLanguageAttributes = () => ({ lang: document.documentElement.lang, dir: 'auto' })

/** Converts a field name to a label, such as "Meta title". Does not change user-defined names, which have hyphens. */
export function formatLabel(name: string): string {
  if (name.includes('-')) return name
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Returns the label of the value at a path: a field's name, or a list entry's type, such as "Hero", or number. */
export function formatStep(fields: unknown, path: ValuePath): string {
  const step = path.at(-1)
  if (typeof step !== 'number') return step === BODY_PATH_SEGMENT ? 'Text' : formatLabel(String(step))
  const list = valueAt(fields, path.slice(0, -1))
  const types = Array.isArray(list) ? list.map((entry) => isPlainObject(entry) && entry.type) : []
  const type = types[step]
  if (typeof type !== 'string') return String(step + 1)
  const number = types.indexOf(type) === types.lastIndexOf(type) ? '' : ` ${step + 1}`
  return formatLabel(type.replaceAll('-', ' ')) + number
}

const TITLES = 'title heading label question name author term type kind text quote to'.split(' ')

/** Returns the text that names an entry, or an entry of a list; undefined if it has none. */
export function findTitle(fields: unknown): string | undefined {
  return TITLES.map((name) => valueAt(fields, [name])).find((title) => typeof title === 'string')
}

export function summarizeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const first = findTitle(value)
  const type = valueAt(value, ['type']) ?? valueAt(value, ['kind'])
  return typeof type === 'string' && type !== first ? `${type}: ${first}` : (first ?? '')
}
