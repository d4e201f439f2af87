import { MINUTE } from '../clock.ts'

/** Milliseconds within which an identical submission without JavaScript is treated as a double click. */
export const DOUBLE_CLICK_WINDOW_MS = 10 * MINUTE

/** Returns the idempotency key for a submission without JavaScript, derived from its content. */
export const createPageKey = (payload: string): string => `page-${payload}`

/** Returns how long a key is valid, in milliseconds; undefined if the store's default applies. */
export function getKeyLifetime(key: string): number | undefined {
  return key.startsWith(createPageKey('')) ? DOUBLE_CLICK_WINDOW_MS : undefined
}
