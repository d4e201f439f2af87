import type { ParsedFile } from '../content/parsed.ts'
import { listMarked } from '../content/schema-marks.ts'
import type { Path, Source } from '../content/source.ts'
import { oncePer } from './once-per.ts'

export interface Field {
  source: Source
  path: Path
  text: string
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
  return listTexts(source.data)
    .filter(({ path, text }) => !others.has(keyOf(path)) && !/^[a-z]+:\/\//.test(text))
    .map((field) => ({ ...field, source, placeholders: placeholders.get(keyOf(field.path)) ?? [] }))
})

function keyOf(path: Path): string {
  return path.join('\n')
}

/** Every text in a value, with its path. */
export function listTexts(value: unknown, path: Path = []): Pick<Field, 'path' | 'text'>[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    listTexts(item, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}
