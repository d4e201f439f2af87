import { useEffect } from 'react'
import { hasModifier } from '../ui/has-modifier.ts'
import { notifyIfOffline } from './offline.ts'
import type { PageStore } from './page-store.ts'

/** Links that act as buttons when JavaScript is running. */
const BUTTONS = 'a[data-opens], a[data-job], a[data-close], a[data-plays]'

/** Sets the `button` role on links that open dialogs. Live components use `setButtonRole` for other links. */
export function markDialogOpeners(): void {
  for (const link of document.querySelectorAll('a[data-opens], a[data-job]')) link.role = 'button'
}

/**
 * Opens dialogs for links with `data-opens` and closes them for links with `data-close`, anywhere in the document. A
 * link with `data-job` opens the job dialog with the content of the linked page.
 * @param offline notice to show if the linked page cannot load because the browser is offline
 */
export function useDialogs(store: PageStore, offline: string): void {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // A link may have opened a dialog before JavaScript ran. Makes that dialog modal without losing its input.
    openDialogFromHash()
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
      const dialog = document.getElementById(opens ? `dialog-${opens}` : 'dialog-job')
      if (!(dialog instanceof HTMLDialogElement)) return
      const page = job === undefined ? undefined : store.load(opener.pathname)
      // If a component shows the page in the dialog, src/sections/use-dialog-opening.ts cancels the event. Otherwise
      // the browser follows the link.
      if (dialog.dispatchEvent(new CustomEvent('opening', { detail: page, cancelable: true })) && page) return
      event.preventDefault()
      page?.catch((error) => {
        if (notifyIfOffline(error, offline)) dialog.close()
        else window.location.assign(opener.href)
      })
      // Focus the link, because some browsers do not focus links on click, and focus must return to it when the dialog
      // closes.
      if (document.activeElement !== opener) opener.focus({ preventScroll: true })
      showModal(dialog, opener)
    }
    // Activates links when the space bar is released, as native buttons do.
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
    document.addEventListener('click', onClick, { signal, capture: true })
    document.addEventListener('keydown', onSpace, { signal })
    document.addEventListener('keyup', onSpace, { signal })
    window.addEventListener('hashchange', openDialogFromHash)
    return () => {
      listening.abort()
      window.removeEventListener('hashchange', openDialogFromHash)
    }
  }, [store, offline])
}

/**
 * Opens a dialog immediately but makes it modal only after the next frame, because a modal dialog makes the rest of the
 * document inert, which forces the browser to recompute the styles of every element.
 * @param opener gets the focus when the dialog closes
 */
function showModal(dialog: HTMLDialogElement, opener?: HTMLElement): void {
  if (dialog.open) return
  dialog.setAttribute('open', '')
  const makeModal = () => {
    // In the meantime, the dialog may have been closed, reopened, or removed with its page.
    if (!dialog.open || dialog.matches(':modal') || !dialog.isConnected) return
    const focused = document.activeElement
    // The browser returns the focus to the element that has it now, which may already be in the dialog.
    if (dialog.contains(focused)) opener?.focus({ preventScroll: true })
    dialog.removeAttribute('open')
    dialog.showModal()
    if (dialog.contains(focused)) (focused as HTMLElement).focus({ preventScroll: true })
  }
  requestAnimationFrame(() => setTimeout(makeModal))
}

/** Opens the dialog named in the URL hash, unless that dialog has no content until its opener is clicked. */
function openDialogFromHash(): void {
  const dialog = document.getElementById(window.location.hash.slice(1))
  if (dialog instanceof HTMLDialogElement && dialog.dataset.empty === undefined) showModal(dialog)
}
