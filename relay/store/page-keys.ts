import { MINUTE } from '../clock.ts'

/** How long an identical post of a page without scripting is treated as a double click, in milliseconds. */
export const DOUBLE_CLICK = 10 * MINUTE

/** Returns a key for the content of a post, for pages without scripting. */
export const pageKey = (payload: string): string => `page-${payload}`

/** Returns how long a key is valid, in milliseconds; undefined for the default of the store. */
export function validityOf(key: string): number | undefined {
  return key.startsWith(pageKey('')) ? DOUBLE_CLICK : undefined
}
