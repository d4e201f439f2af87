import type { ValuePath } from '../../content/yaml/source.ts'
import { BODY_PATH_SEGMENT } from '../../dev/source-marks.ts'
import type { Entry } from '../server/entry.ts'

/** Lists the paths of fields that still contain TODO. */
export function listTodos({ fields, body = '' }: Pick<Entry, 'fields' | 'body'>): ValuePath[] {
  const within = (value: unknown, path: ValuePath): ValuePath[] => {
    if (typeof value === 'string') return /^TODO\b/.test(value) ? [path] : []
    if (Array.isArray(value)) return value.flatMap((part, index) => within(part, [...path, index]))
    return Object.entries(value ?? {}).flatMap(([name, part]) => within(part, [...path, name]))
  }
  return [...within(fields, []), ...(/\bTODO\b/.test(body) ? [[BODY_PATH_SEGMENT]] : [])]
}

export function formatTodoCount({ length }: readonly ValuePath[]): string {
  return length === 1 ? 'One field still contains TODO' : `${length} fields still contain TODO`
}

interface TodoWarningProps {
  places: readonly ValuePath[]
  onGo(path: ValuePath): void
}

/** Warns about fields that still contain TODO, with a button that opens the first. */
export function TodoWarning({ places, onGo }: TodoWarningProps) {
  const [first] = places
  if (!first) return null
  return (
    <div className="refusal">
      <p>{formatTodoCount(places)}. Keep this file a draft until every TODO is replaced.</p>
      <p className="row">
        <button type="button" onClick={() => onGo(first)}>
          Go to first TODO
        </button>
      </p>
    </div>
  )
}
