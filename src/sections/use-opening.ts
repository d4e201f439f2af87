import { type RefObject, useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ClientPage } from './view.ts'

/** The page whose content the dialog will show; undefined if the dialog has its own. */
export type OpenedPage = Promise<ClientPage> | undefined

/**
 * Runs callbacks when the dialog opens (also if it was open before the component was mounted) and after it has closed.
 * Cancels the `opening` event; if no handler does, src/client/dialogs.ts follows the link.
 */
export function useOpening(
  dialog: RefObject<HTMLDialogElement | null>,
  onOpen: (page: OpenedPage) => void,
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
      // Render the content before the dialog is visible.
      flushSync(() => open((event as CustomEvent<OpenedPage>).detail ?? undefined))
    }
    current.addEventListener('opening', opening, { signal })
    current.addEventListener('close', () => close(), { signal })
    if (current.open) open(undefined)
    return () => listening.abort()
  }, [dialog])
}
