import { useEffect, useRef, useState } from 'react'
import { LiveForm } from '../../forms/live-form.tsx'
import { Modal } from '../../ui/modal.tsx'
import { JobFacts, JobLists } from '../job/job-details.tsx'
import { ProseBody } from '../prose/prose-body.tsx'
import { useDialogOpening } from '../use-dialog-opening.ts'
import type { SectionProps, ViewOf } from '../view.ts'

/**
 * Shows a position in a dialog: first its details, then the application form. Both remain in the document, and one is
 * hidden, so that input is not lost when the visitor goes back, closes the dialog or opens another position.
 */
export default function JobDialog({ view, site }: SectionProps<'job-dialog'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const apply = useRef<HTMLButtonElement>(null)
  const requested = useRef<unknown>(undefined)
  const [position, setPosition] = useState<ViewOf<'job'>>()
  const [loading, setLoading] = useState(false)
  const [applying, setApplying] = useState<boolean>()
  const { labels } = site

  useDialogOpening(
    dialog,
    async (page) => {
      requested.current = page
      setLoading(true)
      const sections = (await page?.catch(() => undefined))?.sections
      const found = sections?.find((section) => section.type === 'job')
      if (requested.current !== page || !found) return
      setPosition(found)
      setLoading(false)
    },
    () => setApplying(undefined),
  )

  // Moves the focus from the clicked button, which is now hidden, to the form heading or the button in the details.
  useEffect(() => {
    if (applying === undefined) return
    dialog.current?.scrollTo({ top: 0, behavior: 'instant' })
    if (applying) heading.current?.focus()
    else apply.current?.focus({ preventScroll: true })
  }, [applying])

  const title = position && !loading ? position.card.title : labels.loading
  return (
    <Modal id={view.id} ref={dialog} title={title} closeLabel={labels.close} empty={!position && !loading}>
      <p className="visually-hidden" role="status">
        {loading && labels.loading}
      </p>
      {position && (
        <div hidden={loading}>
          <div className="jd" hidden={applying}>
            <JobFacts card={position.card} job={position.job} site={site} />
            <p className="lead">{position.card.summary}</p>
            <ProseBody html={position.body} />
            <JobLists job={position.job} site={site} level="h3" />
            <p className="jd-next">
              <button className="btn btn-tag arrow" type="button" ref={apply} onClick={() => setApplying(true)}>
                {labels.applyForPosition}
              </button>
            </p>
          </div>
          <div className="jd modal-form" hidden={!applying}>
            <div className="jd-top">
              <h3 ref={heading} tabIndex={-1}>
                {labels.applyForPosition}
              </h3>
              <button className="more arrow-back" type="button" onClick={() => setApplying(false)}>
                {labels.backToDetails}
              </button>
            </div>
            <LiveForm
              contract={position.form}
              given={position.given}
              relay={site.relay}
              labels={labels}
              onAccepted={() => dialog.current?.close()}
            />
          </div>
        </div>
      )}
    </Modal>
  )
}
