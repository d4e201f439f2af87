/** Returns `lang` and `dir` for fields in the site's language; the editor itself is in English. */
export const getSiteLanguageAttributes = () => ({ lang: document.documentElement.lang, dir: 'auto' })

/** Converts a field name to a label, such as "Meta title". Does not change user-defined names, which have hyphens. */
export function formatLabel(name: string): string {
  if (name.includes('-')) return name
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const TITLES = ['title', 'heading', 'label', 'question', 'name', 'term', 'type', 'kind', 'text', 'quote']

export function summarizeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`
  if (typeof value !== 'object' || value === null) return value === undefined ? '' : String(value)
  const fields = value as Record<string, unknown>
  const [first = ''] = TITLES.map((name) => fields[name]).filter((title) => typeof title === 'string')
  const type = fields.type ?? fields.kind
  return typeof type === 'string' && type !== first ? `${type}: ${first}` : String(first)
}
