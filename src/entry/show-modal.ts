import { sleepOutOfSight, wake } from './sleep.ts'

/**
 * Opens a dialog as a modal one. That makes the whole document inert: the browser works out the styles of every element
 * again, and once more when the dialog closes. What is out of sight sleeps through both.
 */
export function showModal(dialog: HTMLDialogElement): void {
  sleepOutOfSight('hidden')
  dialog.showModal()
  dialog.addEventListener('close', wake, { once: true })
}
