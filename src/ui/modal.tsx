import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { RunningText } from './running-text.tsx'

interface ModalProps {
  id: string
  title: string
  text?: string | undefined
  closeLabel: string
  /** As large as a calendar needs. */
  wide?: boolean
  ref?: Ref<HTMLDialogElement>
  children: ReactNode
}

/**
 * A native dialog. Links to its id open it: as a modal once scripting runs, and before that (or without)
 * as the target of the link, in place. Whatever is inside stays as it is when the one becomes the other.
 */
export function Modal({ id, title, text, closeLabel, wide, ref, children }: ModalProps) {
  return (
    <dialog className={classNames('modal', wide && 'modal-wide')} id={id} ref={ref} aria-labelledby={`${id}-title`}>
      <div className="modal-head">
        <h2 className="h-s" id={`${id}-title`}>
          {title}
        </h2>
        <a className="modal-close" href="#main" data-close="">
          <span className="i i-x" aria-hidden />
          <span className="vh">{closeLabel}</span>
        </a>
      </div>
      {text && (
        <p className="muted">
          <RunningText text={text} />
        </p>
      )}
      {children}
    </dialog>
  )
}
