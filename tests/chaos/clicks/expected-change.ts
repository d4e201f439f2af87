import { valueAt } from '../../../cli/content/value-at.ts'
import type { FileChange } from '../../../cli/editor/files/entry.ts'
import type { Action } from './list-actions.ts'

/** Returns the text that a field displays for a value. */
export const shownAs = (value: unknown) => (value === undefined ? '' : String(value).trimEnd())

/**
 * Returns the change that an action in the inspector should cause; undefined if the value stays the same.
 * @param typed current text of the field
 * @returns a change without a value if the editor itself chooses the value
 */
export function changeOf(action: Action, { fields, body }: FileData, typed = ''): FileChange | undefined {
  const { kind, act, path, to, isNeeded } = action
  if (kind === 'body') return typed === body?.replace(/\r\n?/g, '\n') ? undefined : { kind: 'body', text: typed }
  const current = valueAt(fields, path)
  if (act === 'upload') return { kind: 'set', path, value: undefined }
  if (act === 'add') return { kind: typeof path.at(-1) === 'number' ? 'insert' : 'set', path, value: undefined }
  if (act === 'remove') return { kind: 'remove', path }
  if (act === 'double') return { kind: 'insert', path: [...path.slice(0, -1), Number(path.at(-1)) + 1], value: current }
  if (to !== undefined) return { kind: 'move', path, to }
  if (kind === 'boolean') return { kind: 'set', path, value: current !== true }
  if (typed === shownAs(current)) return undefined
  if (typed === '' && (!isNeeded || kind === 'choice' || kind === 'reference')) return { kind: 'remove', path }
  const isNumber = kind === 'number' && typed.trim() !== '' && Number.isFinite(Number(typed))
  return { kind: 'set', path, value: isNumber ? Number(typed) : typed }
}

export interface FileData {
  fields: unknown
  body: string | undefined
}
