import { notify } from '../ui/notify.ts'
import { isOffline, NeedsFullLoad } from './page-store.ts'

/**
 * Shows a notice if a page failed to load because the browser is offline.
 * @returns true if it is offline; loading the document would then show the browser's error page
 */
export function reportOffline(error: unknown, message: string): boolean {
  if (error instanceof NeedsFullLoad || !isOffline()) return false
  notify({ text: message, tone: 'error' })
  return true
}
