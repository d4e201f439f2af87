import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useRestoreFocus } from './focus.ts'

interface PromptOptions {
  message: string
  /** Label of the confirm button. */
  confirm: string
  /** Label of a required text field; if undefined, the dialog only asks for confirmation. */
  label?: string
}

/** @returns the entered text, which is empty if there is no field; undefined if the user cancels */
type Prompt = (options: PromptOptions) => Promise<string | undefined>

type PromptDialogProps = PromptOptions & { answer(text: string | undefined): void }

/** Returns a modal dialog, and a function that opens it. */
export function usePrompt(): [ReactNode, Prompt] {
  const [open, setOpen] = useState<PromptDialogProps>()
  const prompt: Prompt = (options) =>
    new Promise((resolve) =>
      setOpen({
        ...options,
        answer(text) {
          setOpen(undefined)
          resolve(text)
        },
      }),
    )
  return [open && <PromptDialog {...open} />, prompt]
}

function PromptDialog({ message, confirm, label, answer }: PromptDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  useRestoreFocus()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={() => answer(undefined)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          answer(text)
        }}
      >
        <p id={id}>{message}</p>
        {label && (
          <label className="field">
            <span>{label}</span>
            <input required value={text} onChange={(event) => setText(event.target.value)} />
          </label>
        )}
        <p className="row">
          <button type="submit" className="main">
            {confirm}
          </button>
          <button type="button" onClick={() => answer(undefined)}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  )
}
