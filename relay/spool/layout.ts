import path from 'node:path'
import { ENTRY_PLACES } from '../store/ids.ts'
import type { EntryPlace } from '../store/store.ts'

/** Folders of a spool. `done` contains one folder per day. All other places contain entries directly. */
export type SpoolFolders = Record<'root' | 'tmp' | 'links' | EntryPlace, string>

export function getSpoolFolders(root: string): SpoolFolders {
  const below = ['tmp', 'links', ...ENTRY_PLACES].map((name) => [name, path.resolve(root, name)])
  return { root: path.resolve(root), ...Object.fromEntries(below) }
}

/** Returns the name of the day folder in `done`, which is the UTC date. */
export function formatDayFolder(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}
