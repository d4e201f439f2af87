import path from 'node:path'
import { v7 } from 'uuid'
import type { Place } from './store.ts'

export const PLACES: readonly Place[] = ['queue', 'dead', 'spam', 'corrupt', 'done']

/** Folders of a spool. `done` has one folder a day beneath it; in the others stand the entries themselves. */
export type Folders = Record<'root' | 'tmp' | Place, string>

export function foldersOf(root: string): Folders {
  const below = ['tmp', ...PLACES].map((name) => [name, path.resolve(root, name)])
  return { root: path.resolve(root), ...Object.fromEntries(below) }
}

/** Name of the folder in `done` for what ended at this time: its day in UTC. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** A new id. It begins with the time, so that folders list in the order of arrival. */
export function createId(now: number): string {
  return v7({ msecs: now })
}

/** Ids become names of folders: anything else must never reach the disk. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)
}

/** When an id was made, in milliseconds since 1970. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
