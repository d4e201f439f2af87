import path from 'node:path'
import { PLACES } from '../store/ids.ts'
import type { Place } from '../store/store.ts'

/** Folders of a spool. `done` has one folder a day beneath it; in the others stand the entries themselves. */
export type Folders = Record<'root' | 'tmp' | 'links' | Place, string>

export function foldersOf(root: string): Folders {
  const below = ['tmp', 'links', ...PLACES].map((name) => [name, path.resolve(root, name)])
  return { root: path.resolve(root), ...Object.fromEntries(below) }
}

/** Name of the folder in `done` for what ended at this time: its day in UTC. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}
