import { v7 } from 'uuid'
import type { EntryPlace } from './store.ts'

export const ENTRY_PLACES: readonly EntryPlace[] = ['queue', 'dead', 'spam', 'corrupt', 'done']

/** Creates an id that begins with the time, so that ids sort by arrival. */
export function createId(now: number): string {
  return v7({ msecs: now })
}

/** Reports whether a string is an id. Ids become folder names and row keys, so other strings must be rejected. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)
}

/** Returns the time when an id was created, in milliseconds since 1970. */
export function getIdTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

const LOWEST = '00000000-0000-7000-8000-000000000000'

/** Returns the lowest id for a time, in milliseconds since 1970. */
export function getLowestId(time: number): string {
  const digits = Math.max(0, time).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}${LOWEST.slice(13)}`
}

/** Returns the lowest and highest ids with a prefix; undefined if no id can have the prefix. */
export function getIdRange(prefix: string): { since: string; before: string } | undefined {
  if (!isId(prefix + LOWEST.slice(prefix.length))) return undefined
  return {
    since: prefix + LOWEST.slice(prefix.length),
    before: prefix + 'ffffffff-ffff-7fff-bfff-ffffffffffff'.slice(prefix.length),
  }
}
