import path from 'node:path'
import type { Place } from './store.ts'

export const PLACES: readonly Place[] = ['queue', 'dead', 'spam', 'corrupt', 'done']

/** Folders of a spool. `done` has one folder a day beneath it; in the others stand the entries themselves. */
export interface Folders {
  root: string
  tmp: string
  queue: string
  done: string
  dead: string
  spam: string
  corrupt: string
}

export function foldersOf(root: string): Folders {
  const at = (name: string): string => path.resolve(root, name)
  return {
    root: path.resolve(root),
    tmp: at('tmp'),
    queue: at('queue'),
    done: at('done'),
    dead: at('dead'),
    spam: at('spam'),
    corrupt: at('corrupt'),
  }
}

/** Name of the folder in `done` for what ended at this time: its day in UTC. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}
