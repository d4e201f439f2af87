import { oncePer } from './memoize.ts'
import type { ParsedFile } from './parsed.ts'
import { listMarked } from './schema/marked-fields.ts'
import type { Path, Source } from './yaml/source.ts'

interface Text {
  path: Path
  text: string
}

export interface Field extends Text {
  source: Source
  /** Whether it takes inline markdown. */
  inline: boolean
  /** Names that are replaced by something else than a fact, such as `salary`. */
  placeholders: readonly string[]
}

/** The texts of YAML and front matter that visitors read, with the names of facts still in them. */
export const listFields = oncePer(({ source, schema }: ParsedFile): Field[] => {
  if (!source) return []
  const at = (mark: string) =>
    listMarked<string[]>(schema, source.data, mark).map(({ path, ...rest }) => ({ key: keyOf(path), ...rest }))
  const others = new Set(['link', 'image', 'reference'].flatMap((mark) => at(mark).map(({ key }) => key)))
  const placeholders = new Map(at('placeholders').map(({ key, mark }) => [key, mark]))
  const inline = new Set(at('inlineMarkdown').map(({ key }) => key))
  return listTexts(source.data).flatMap(({ path, text }) => {
    const key = others.size + placeholders.size + inline.size > 0 ? keyOf(path) : ''
    if (others.has(key) || /^[a-z]+:\/\//.test(text)) return []
    return [{ path, text, source, inline: inline.has(key), placeholders: placeholders.get(key) ?? [] }]
  })
})

function keyOf(path: Path): string {
  return path.join('\n')
}

/** Every text in a value, with its path. */
export function listTexts(value: unknown, path: Path = [], found: Text[] = []): Text[] {
  if (typeof value === 'string') found.push({ path, text: value })
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value))
      listTexts(item, [...path, Array.isArray(value) ? Number(key) : key], found)
  return found
}
