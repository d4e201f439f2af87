import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './button.tsx'
import { useRestoreFocus } from './focus.ts'

interface PromptOptions {
  message: string
  /** Label of the confirm button. */
  confirm: string
  /** Label of a required text field; if undefined, the dialog only asks for confirmation. */
  label?: string
  /** Describes what the text field accepts. */
  about?: string
  /** Attributes of the text field. */
  field?: ComponentProps<'input'>
}

type PromptDialogProps = PromptOptions & { answer(text: string | undefined): void }

/**
 * Returns a modal dialog, and a function that opens it. The function resolves to the entered text, which is empty if
 * there is no field, or to undefined if the user cancels.
 */
export function usePrompt() {
  const [open, setOpen] = useState<PromptDialogProps>()
  const prompt = (options: PromptOptions) =>
    new Promise<string | undefined>((resolve) => {
      const answer = (text: string | undefined) => {
        // Restores focus before the caller continues.
        flushSync(() => setOpen(undefined))
        resolve(text)
      }
      setOpen({ ...options, answer })
    })
  return [open && <PromptDialog {...open} />, prompt] as const
}

function PromptDialog({ message, confirm, label, about, field, answer }: PromptDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
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
          answer(String(new FormData(event.currentTarget).get('text') ?? ''))
        }}
      >
        <p id={id}>{message}</p>
        {label && (
          <label className="field">
            <span>{label}</span>
            <input name="text" required title={about} aria-describedby={about && `${id}-about`} {...field} />
            {about && (
              <span className="about" id={`${id}-about`}>
                {about}
              </span>
            )}
          </label>
        )}
        <p className="row">
          <Button type="submit" label={confirm} className="main" />
          <Button label="Cancel" onClick={() => answer(undefined)} />
        </p>
      </form>
    </dialog>
  )
}
