import { v7 } from 'uuid'
import type { Place } from './store.ts'

export const PLACES: readonly Place[] = ['queue', 'dead', 'spam', 'corrupt', 'done']

/** A new id. It begins with the time, so that entries list in the order of arrival. */
export function createId(now: number): string {
  return v7({ msecs: now })
}

/** Ids become names of folders and keys of rows: anything else must never reach them. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)
}

/** When an id was made, in milliseconds since 1970. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
