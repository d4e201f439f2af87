import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useFocusBack } from './focus.ts'

interface Question {
  words: string
  /** Label of the confirming button. */
  act: string
  /** Label of a required text field; without it, yes or no. */
  asks?: string
}

/** Asks for confirmation. @returns the entered text, if any; undefined for no */
export type Ask = (question: Question) => Promise<string | undefined>

/** Returns a modal dialog and a function that opens it. */
export function useQuestion(): [ReactNode, Ask] {
  const [asked, setAsked] = useState<Question & { answer(text: string | undefined): void }>()
  const ask: Ask = (question) =>
    new Promise((resolve) =>
      setAsked({
        ...question,
        answer(text) {
          setAsked(undefined)
          resolve(text)
        },
      }),
    )
  return [asked && <QuestionDialog {...asked} />, ask]
}

function QuestionDialog({ words, act, asks, answer }: Question & { answer(text: string | undefined): void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  useFocusBack()
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
        <p id={id}>{words}</p>
        {asks && (
          <label className="field">
            <span>{asks}</span>
            <input required value={text} onChange={(event) => setText(event.target.value)} />
          </label>
        )}
        <p className="row">
          <button type="submit" className="main">
            {act}
          </button>
          <button type="button" onClick={() => answer(undefined)}>
            Leave
          </button>
        </p>
      </form>
    </dialog>
  )
}
