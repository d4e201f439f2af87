import path from 'node:path'
import { PLACES } from '../store/ids.ts'
import type { Place } from '../store/store.ts'

/** Folders of a spool. `done` contains one folder per day. All other places contain entries directly. */
export type Folders = Record<'root' | 'tmp' | 'links' | Place, string>

export function foldersOf(root: string): Folders {
  const below = ['tmp', 'links', ...PLACES].map((name) => [name, path.resolve(root, name)])
  return { root: path.resolve(root), ...Object.fromEntries(below) }
}

/** Returns the name of the day folder in `done`, which is the UTC date. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}
