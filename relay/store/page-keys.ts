import { MINUTE } from '../clock.ts'

/** For so long the same post of a page without scripting is taken for the same press of the button. */
export const SAME_PRESS = 10 * MINUTE

/** The key of a post of a page without scripting, which has none: its content. */
export const pageKey = (payload: string): string => `page-${payload}`

/** How long a submission with this key counts, in milliseconds; undefined for as long as a store has it count. */
export function countsFor(key: string): number | undefined {
  return key.startsWith(pageKey('')) ? SAME_PRESS : undefined
}
