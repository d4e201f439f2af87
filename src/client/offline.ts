import { notify } from '../ui/notify.ts'
import { FullLoadRequiredError, isOffline } from './page-store.ts'

/**
 * Shows a notice if a page failed to load because the browser is offline.
 * @returns true if the browser is offline. The caller must then not load the document, because that would show the
 * browser's error page.
 */
export function notifyIfOffline(error: unknown, message: string): boolean {
  if (error instanceof FullLoadRequiredError || !isOffline()) return false
  notify({ text: message, tone: 'error' })
  return true
}
