import { memoize } from './memoize.ts'
import type { ParsedFile } from './parsed.ts'
import { listMarkedTexts } from './schema/walk-schema.ts'
import type { ValuePath, YamlSource } from './yaml/source.ts'

interface Text {
  path: ValuePath
  text: string
}

export interface FieldText extends Text {
  source: YamlSource
  /** Whether the field accepts inline Markdown. */
  inline: boolean
  /** Names of the placeholders that pages replace in this field, such as `salary`. */
  placeholders: readonly string[]
}

/** Lists the visible strings of YAML and front matter, before facts are filled in. */
export const listFieldTexts = memoize(({ source, schema }: ParsedFile): FieldText[] => {
  if (!source) return []
  const marked = (mark: string) =>
    listMarkedTexts<string[]>(schema, source.data, mark).map(({ path, ...rest }) => ({ key: path.join('\n'), ...rest }))
  const others = new Set(['link', 'image', 'reference'].flatMap((mark) => marked(mark).map(({ key }) => key)))
  const placeholders = new Map(marked('placeholders').map(({ key, mark }) => [key, mark]))
  const inline = new Set(marked('inlineMarkdown').map(({ key }) => key))
  return listTexts(source.data).flatMap(({ path, text }) => {
    const key = others.size + placeholders.size + inline.size > 0 ? path.join('\n') : ''
    if (others.has(key) || /^[a-z]+:\/\//.test(text)) return []
    return [{ path, text, source, inline: inline.has(key), placeholders: placeholders.get(key) ?? [] }]
  })
})

/** Lists every string in a value, with its path. */
export function listTexts(value: unknown, path: ValuePath = [], found: Text[] = []): Text[] {
  if (typeof value === 'string') found.push({ path, text: value })
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value))
      listTexts(item, [...path, Array.isArray(value) ? Number(key) : key], found)
  return found
}
