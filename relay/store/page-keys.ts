import { MINUTE } from '../clock.ts'

/** How long an identical post from a page without JavaScript is treated as a double click, in milliseconds. */
export const DOUBLE_CLICK_WINDOW_MS = 10 * MINUTE

/** Returns the key for a post from a page without JavaScript, made from the post's content. */
export const createPageKey = (payload: string): string => `page-${payload}`

/** Returns how long a key is valid, in milliseconds; undefined if the store's default applies. */
export function getKeyLifetime(key: string): number | undefined {
  return key.startsWith(createPageKey('')) ? DOUBLE_CLICK_WINDOW_MS : undefined
}
