import { useEffect } from 'react'

/** Opens dialogs for `data-opens` and closes them for `data-close`, wherever in the document these stand. */
export function useDialogs(): void {
  useEffect(() => {
    // Opened by its link before scripting ran: from here on it is a real modal, with all that was typed in it.
    const early = document.querySelector<HTMLDialogElement>('dialog:target')
    if (early && !early.open) early.showModal()
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return
      const closer = event.target.closest('[data-close]')
      if (closer) {
        event.preventDefault()
        closer.closest('dialog')?.close()
        return
      }
      const opener = event.target.closest<HTMLElement>('[data-opens]')
      const dialog = opener && document.getElementById(`dialog-${opener.dataset.opens}`)
      if (!(dialog instanceof HTMLDialogElement)) return
      event.preventDefault()
      dialog.showModal()
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
}
