import { MINUTE } from '../clock.ts'

/** How long an equal post of a page without scripting is treated as the same press of the button. */
export const SAME_PRESS = 10 * MINUTE

/** Makes a key from the content of a post, for pages without scripting. */
export const pageKey = (payload: string): string => `page-${payload}`

/** How long a submission with this key counts, in milliseconds; undefined for the default of the store. */
export function countsFor(key: string): number | undefined {
  return key.startsWith(pageKey('')) ? SAME_PRESS : undefined
}
