import { valueAt } from '../../../cli/content/value-at.ts'
import type { FileChange } from '../../../cli/editor/server/change.ts'
import type { Action } from './list-actions.ts'

/** What a field shows of a value. */
export const shownAs = (value: unknown) => (value === undefined ? '' : String(value).trimEnd())

/**
 * What the inspector is to make of what was done; nothing where the same is written.
 * @param typed what the field says now
 * @returns without a value where nobody knows yet what is added
 */
export function changeOf(action: Action, { fields, body }: Said, typed = ''): FileChange | undefined {
  const { kind, act, path, to, isNeeded } = action
  if (kind === 'body') return typed === body?.replace(/\r\n?/g, '\n') ? undefined : { kind: 'body', text: typed }
  const held = valueAt(fields, path)
  if (act === 'upload') return { kind: 'set', path, value: undefined }
  if (act === 'add') return { kind: typeof path.at(-1) === 'number' ? 'insert' : 'set', path, value: undefined }
  if (act === 'remove') return { kind: 'remove', path }
  if (act === 'double') return { kind: 'insert', path: [...path.slice(0, -1), Number(path.at(-1)) + 1], value: held }
  if (to !== undefined) return { kind: 'move', path, to }
  if (kind === 'boolean') return { kind: 'set', path, value: held !== true }
  if (typed === shownAs(held)) return undefined
  if (typed === '' && (!isNeeded || kind === 'choice' || kind === 'reference')) return { kind: 'remove', path }
  const isNumber = kind === 'number' && typed.trim() !== '' && Number.isFinite(Number(typed))
  return { kind: 'set', path, value: isNumber ? Number(typed) : typed }
}

/** Contents of a file. */
export interface Said {
  fields: unknown
  body: string | undefined
}
