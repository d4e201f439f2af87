import type { Path } from '../../content/yaml/source.ts'
import { BODY } from '../../dev/marks.ts'
import type { Entry } from '../server/entry.ts'

/** Lists the paths of fields that still contain TODO. */
export function listTodos({ fields, body = '' }: Pick<Entry, 'fields' | 'body'>): Path[] {
  const within = (value: unknown, path: Path): Path[] => {
    if (typeof value === 'string') return /^TODO\b/.test(value) ? [path] : []
    if (Array.isArray(value)) return value.flatMap((part, index) => within(part, [...path, index]))
    return Object.entries(value ?? {}).flatMap(([name, part]) => within(part, [...path, name]))
  }
  return [...within(fields, []), ...(/\bTODO\b/.test(body) ? [[BODY]] : [])]
}

export function countTodos({ length }: readonly Path[]): string {
  return length === 1 ? 'One text still says TODO' : `${length} texts still say TODO`
}

interface TodoWarningProps {
  places: readonly Path[]
  onGo(path: Path): void
}

/** Warns about fields that still contain TODO. A button opens the first of them. */
export function TodoWarning({ places, onGo }: TodoWarningProps) {
  const [first] = places
  if (!first) return null
  return (
    <div className="refusal">
      <p>{countTodos(places)}. Keep this file a draft until every TODO is replaced.</p>
      <p className="row">
        <button type="button" onClick={() => onGo(first)}>
          Go to first
        </button>
      </p>
    </div>
  )
}
