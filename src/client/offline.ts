import { notify } from '../ui/notify.ts'
import { isOffline, NeedsFullLoad } from './page-store.ts'

/**
 * Shows a notice if a page could not be loaded because there is no connection.
 * @returns whether that is so; loading the document would then show the browser's error page
 */
export function reportOffline(error: unknown, words: string): boolean {
  if (error instanceof NeedsFullLoad || !isOffline()) return false
  notify({ text: words, tone: 'error' })
  return true
}
