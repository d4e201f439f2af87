/**
 * Opens a dialog: it is in sight with the next frame, and modal after that. What makes it modal makes the whole
 * document inert, and for that the browser works out the styles of every element again, and once more when the dialog
 * closes. Whoever pressed does not wait for it.
 */
export function showModal(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  dialog.setAttribute('open', '')
  requestAnimationFrame(() => setTimeout(makeModal, 0, dialog))
}

/** Opens the dialog that the address names, unless there is nothing in it before its own opener was pressed. */
export function showAddressed(): void {
  const dialog = document.getElementById(window.location.hash.slice(1))
  if (dialog instanceof HTMLDialogElement && dialog.dataset.empty === undefined) showModal(dialog)
}

function makeModal(dialog: HTMLDialogElement): void {
  // Closed again within that frame, even opened once more, or gone with its page.
  if (!dialog.open || dialog.matches(':modal') || !dialog.isConnected) return
  dialog.removeAttribute('open')
  dialog.showModal()
}
