import { type RefObject, useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ClientPage } from './view.ts'

/** The page whose content a dialog is to show, on its way; of dialogs that have their own, nothing. */
export type Shown = Promise<ClientPage> | undefined

/**
 * Runs when the dialog opens (also when it was open before its component was there) and when it has closed.
 * Whoever listens takes the event (src/client/dialogs.ts): with no taker, the link to a page leads there.
 */
export function useOpening(
  dialog: RefObject<HTMLDialogElement | null>,
  onOpen: (page: Shown) => void,
  onClose: () => void,
): void {
  const open = useEffectEvent(onOpen)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { current } = dialog
    if (!current) return undefined
    const gone = new AbortController()
    const { signal } = gone
    const opening = (event: Event) => {
      event.preventDefault()
      // What it is to show is there when it comes in sight.
      flushSync(() => open((event as CustomEvent<Shown>).detail ?? undefined))
    }
    current.addEventListener('opening', opening, { signal })
    current.addEventListener('close', () => close(), { signal })
    if (current.open) open(undefined)
    return () => gone.abort()
  }, [dialog])
}
