import { useEffect } from 'react'
import { hasModifier } from './has-modifier.ts'
import { reportOffline } from './offline.ts'
import type { PageStore } from './page-store.ts'

/** Links that act as buttons while scripting runs. */
const BUTTONS = 'a[data-opens], a[data-job], a[data-close]'

/** Gives links that open dialogs the role of a button. Those that close one get it from their `Modal`. */
export function markOpeners(): void {
  for (const link of document.querySelectorAll('a[data-opens], a[data-job]')) link.role = 'button'
}

/**
 * Opens dialogs for `data-opens` and closes them for `data-close`, anywhere in the document. A link with `data-job`
 * opens the job dialog with the content of the page that it links to.
 * @param offline notice when that page cannot be loaded for want of a connection
 */
export function useDialogs(store: PageStore, offline: string): void {
  useEffect(() => {
    // Opened by its link before scripting ran: from here on it is a real modal, with all that was typed in it.
    showAddressed()
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || hasModifier(event)) return
      const closer = event.target.closest('[data-close]')
      if (closer) {
        event.preventDefault()
        closer.closest('dialog')?.close()
        return
      }
      const opener = event.target.closest<HTMLAnchorElement>('[data-opens], [data-job]')
      if (!opener) return
      const { opens, job } = opener.dataset
      const dialog = document.getElementById(`dialog-${opens ?? 'job'}`)
      if (!(dialog instanceof HTMLDialogElement)) return
      const page = job === undefined ? undefined : store.load(opener.pathname)
      // Heard by src/sections/use-opening.ts. Nobody there yet to show the page: then the link leads to it.
      if (dialog.dispatchEvent(new CustomEvent('opening', { detail: page, cancelable: true })) && page) return
      event.preventDefault()
      page?.catch((error) => {
        if (reportOffline(error, offline)) dialog.close()
        else window.location.assign(opener.href)
      })
      // Not every browser focuses a link that is clicked, and this is where the focus returns to.
      if (document.activeElement !== opener) opener.focus({ preventScroll: true })
      showModal(dialog)
    }
    // As on a native button, the space bar acts when it is released.
    let pressed: HTMLAnchorElement | null = null
    const onSpace = (event: KeyboardEvent) => {
      if (event.key !== ' ' || hasModifier(event) || !(event.target instanceof Element)) return
      const link = event.target.closest<HTMLAnchorElement>(BUTTONS)
      if (event.type === 'keyup') {
        if (link === pressed) link?.click()
        pressed = null
      } else if (link) {
        event.preventDefault()
        pressed = link
      }
    }
    document.addEventListener('click', onClick, true)
    document.addEventListener('keydown', onSpace)
    document.addEventListener('keyup', onSpace)
    window.addEventListener('hashchange', showAddressed)
    return () => {
      document.removeEventListener('click', onClick, true)
      document.removeEventListener('keydown', onSpace)
      document.removeEventListener('keyup', onSpace)
      window.removeEventListener('hashchange', showAddressed)
    }
  }, [store, offline])
}

/**
 * Opens a dialog: it is in sight with the next frame, and modal after that. What makes it modal makes the whole
 * document inert, and for that the browser works out the styles of every element again, and once more when the dialog
 * closes. Whoever pressed does not wait for it.
 */
function showModal(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  dialog.setAttribute('open', '')
  requestAnimationFrame(() => setTimeout(makeModal, 0, dialog))
}

/** Opens the dialog that the address names, unless there is nothing in it before its own opener was pressed. */
function showAddressed(): void {
  const dialog = document.getElementById(window.location.hash.slice(1))
  if (dialog instanceof HTMLDialogElement && dialog.dataset.empty === undefined) showModal(dialog)
}

function makeModal(dialog: HTMLDialogElement): void {
  // Closed again within that frame, even opened once more, or gone with its page.
  if (!dialog.open || dialog.matches(':modal') || !dialog.isConnected) return
  dialog.removeAttribute('open')
  dialog.showModal()
}
