import type { ReactNode } from 'react'

interface ModalProps {
  id: string
  title: string
  text?: string | undefined
  closeLabel: string
  children: ReactNode
}

/**
 * A native dialog. Links to its id open it: as a modal once scripting runs, and before that (or without)
 * as the target of the link, in place. Whatever is inside stays as it is when the one becomes the other.
 */
export function Modal({ id, title, text, closeLabel, children }: ModalProps) {
  return (
    <dialog className="modal" id={id} aria-labelledby={`${id}-title`}>
      <div className="modal-head">
        <h2 className="h-s" id={`${id}-title`}>
          {title}
        </h2>
        <a className="modal-close" href="#main" data-close="">
          <span className="i i-x" aria-hidden />
          <span className="vh">{closeLabel}</span>
        </a>
      </div>
      {text && <p className="muted">{text}</p>}
      {children}
    </dialog>
  )
}
