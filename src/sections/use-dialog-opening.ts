import { type RefObject, useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ClientPage } from './view.ts'

/** The page whose content the dialog will show; undefined if the dialog has its own content. */
export type DialogPage = Promise<ClientPage> | undefined

/**
 * Runs callbacks when the dialog opens (or at mount, if the dialog is already open) and after it has closed. Cancels
 * the `opening` event, so that src/client/dialogs.ts does not follow the link.
 */
export function useDialogOpening(
  dialog: RefObject<HTMLDialogElement | null>,
  onOpen: (page: DialogPage) => void,
  onClose: () => void,
): void {
  const open = useEffectEvent(onOpen)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { current } = dialog
    if (!current) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const opening = (event: Event) => {
      event.preventDefault()
      // The content must be rendered before the dialog becomes visible.
      flushSync(() => open((event as CustomEvent<DialogPage>).detail ?? undefined))
    }
    current.addEventListener('opening', opening, { signal })
    current.addEventListener('close', () => close(), { signal })
    if (current.open) open(undefined)
    return () => listening.abort()
  }, [dialog])
}
