import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { CloseIcon } from './line-icon.tsx'
import { RunningText } from './running-text.tsx'
import { setButtonRole } from './set-button-role.ts'

interface ModalProps {
  id: string
  title: string
  text?: string | undefined
  closeLabel: string
  className?: string
  /** Whether the dialog has no content yet, so that a URL with its id does not open it. */
  empty?: boolean
  ref?: Ref<HTMLDialogElement>
  children: ReactNode
}

/**
 * Shows a native dialog. Links to its id open it as a modal. Without JavaScript, it opens in place as the target of the
 * link, and it keeps its input if it becomes a modal later.
 */
export function Modal({ id, title, text, closeLabel, className, empty, ref, children }: ModalProps) {
  return (
    <dialog
      className={classNames('modal', className)}
      id={id}
      ref={ref}
      aria-labelledby={`${id}-title`}
      data-empty={empty ? '' : undefined}
    >
      <div className="modal-head">
        <h2 className="h-s" id={`${id}-title`}>
          {title}
        </h2>
        <a className="modal-close" href="#main" data-close="" ref={setButtonRole}>
          <CloseIcon />
          <span className="visually-hidden">{closeLabel}</span>
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
