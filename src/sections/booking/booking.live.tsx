import { useEffect, useRef, useState } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { hasSessionFlag, setSessionFlag } from '../../ui/session-flag.ts'
import { getDialog } from '../site-view.ts'
import { useDialogOpening } from '../use-dialog-opening.ts'
import type { LiveSite, SectionProps } from '../view.ts'

const AGREED = 'bookingAgreed'

/** How long to wait for the script, in milliseconds. */
const TIMEOUT = 8000

/** The global object of a booking provider's script. */
interface BookingProvider {
  initInlineWidget(options: { url: string; parentElement: HTMLElement }): void
}

/**
 * Shows the booking provider's calendar in a dialog. Loads nothing from the provider until the dialog opens and, if
 * `scheduling.ask` is set, the visitor agrees. Removes the calendar on close. Always shows a link to the booking page and
 * the email address, and reports if the script fails to load. The dialog has the same size in every state.
 */
export default function BookingDialog({ view, site }: SectionProps<'booking'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const status = useRef<HTMLDivElement>(null)
  const calendar = useRef<HTMLDivElement>(null)
  const opening = useRef(0)
  const [state, setState] = useState<'closed' | 'asking' | 'loading' | 'failed' | BookingProvider>('closed')
  const { labels, scheduling, email } = site
  const { title, text } = getDialog(site, view.name)

  const load = async () => {
    const current = opening.current
    setState('loading')
    const outcome = await loadBookingProvider(scheduling).catch((error: Error) => {
      console.warn(error.message)
      return 'failed' as const
    })
    // The dialog may already be closed while its close event is still pending.
    if (current === opening.current && dialog.current?.open) setState(outcome)
  }
  const agree = () => {
    setSessionFlag(AGREED)
    // Moves the focus, because the focused button is about to be removed.
    status.current?.focus()
    load()
  }
  const open = () => {
    opening.current += 1
    if (scheduling.ask && !hasSessionFlag(AGREED)) setState('asking')
    else load()
  }
  const close = () => {
    opening.current += 1
    setState('closed')
  }
  useDialogOpening(dialog, open, close)

  useEffect(() => {
    if (typeof state !== 'object' || !calendar.current) return
    try {
      state.initInlineWidget({ url: scheduling.url, parentElement: calendar.current })
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }, [state, scheduling.url])

  const loaded = typeof state === 'object'
  return (
    <Modal id={view.id} ref={dialog} title={title} text={text} closeLabel={labels.close} className="modal-wide">
      <div className={loaded ? undefined : 'modal-calendar'}>
        {state === 'asking' && (
          <div className="modal-told stack16">
            <p>{labels.bookingNotice}</p>
            <button className="btn btn-tag" type="button" onClick={agree}>
              {labels.bookingLoad}
            </button>
          </div>
        )}
        <div className="modal-told" role="status" tabIndex={-1} ref={status}>
          {state === 'loading' && labels.loading}
          {state === 'failed' && labels.bookingFallback}
        </div>
      </div>
      {loaded && <div className="modal-calendar" ref={calendar} />}
      <p className="acts">
        <a className={state === 'failed' ? 'btn btn-tag' : 'more'} href={scheduling.url}>
          {labels.bookingLink}
        </a>{' '}
        <a className="more" href={`mailto:${email}`}>
          {email}
        </a>
      </p>
    </Modal>
  )
}

/**
 * Loads the provider's script, unless it is already loaded. May be called again after a failure.
 * @throws if the script cannot be loaded, does not define the provider, or takes too long
 */
async function loadBookingProvider({ script, global }: LiveSite['scheduling']): Promise<BookingProvider> {
  const findProvider = () => (window as unknown as Record<string, BookingProvider | undefined>)[global]
  const existing = findProvider()
  if (existing) return existing
  const element = document.createElement('script')
  await new Promise((settle) => {
    setTimeout(settle, TIMEOUT)
    element.src = script
    element.onload = settle
    element.onerror = settle
    document.head.append(element)
  })
  element.remove()
  const loaded = findProvider()
  if (!loaded) throw new Error(`Failed to load the booking script ${script}`)
  return loaded
}
