import { notify } from '../ui/notify.ts'
import { isOffline, NeedsFullLoad } from './page-store.ts'

/**
 * Shows a notice if a page could not be loaded for want of a connection.
 * @returns whether that is so: then a load of the document would only show the error page of the browser
 */
export function reportOffline(error: unknown, words: string): boolean {
  if (error instanceof NeedsFullLoad || !isOffline()) return false
  notify({ text: words, tone: 'error' })
  return true
}
