import { useRef, useState } from 'react'
import { LiveForm } from '../../forms/live-form.tsx'
import { Modal } from '../../ui/modal.tsx'
import { getDialog } from '../site-view.ts'
import type { SectionProps } from '../view.ts'

/**
 * Shows a form in a dialog. After the form is sent, the dialog closes if the contract says so; otherwise a close button
 * appears.
 */
export default function FormDialog({ view, site }: SectionProps<'dialog'>) {
  const content = useRef<HTMLDivElement>(null)
  const [sent, setSent] = useState(false)
  const close = () => content.current?.closest('dialog')?.close()
  const { title, text, form } = getDialog(site, view.name)
  if (!form) return null
  return (
    <Modal id={view.id} title={title} text={text} closeLabel={site.labels.close}>
      <div className="modal-form" ref={content}>
        <LiveForm
          contract={form}
          relay={site.relay}
          labels={site.labels}
          onAccepted={form.onSuccess === 'reset-and-close' ? close : () => setSent(true)}
        >
          {form.cancel && (
            <button className="btn btn-line" type="button" data-close="">
              {form.cancel}
            </button>
          )}
          {!form.cancel && sent && (
            <button className="btn" type="button" data-close="">
              {site.labels.close}
            </button>
          )}
        </LiveForm>
      </div>
    </Modal>
  )
}
