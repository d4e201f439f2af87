import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useFocusBack } from './focus.ts'

interface Question {
  words: string
  /** What is done, on its button. */
  act: string
  /** What to write before; without it, yes or no. */
  asks?: string
}

/** Asks before something is done. @returns what was written, if anything was to be; undefined for no */
export type Ask = (question: Question) => Promise<string | undefined>

/** A question that stands above everything while it is asked, and how to ask it. */
export function useQuestion(): [ReactNode, Ask] {
  const [asked, setAsked] = useState<Question & { answer(said: string | undefined): void }>()
  const ask: Ask = (question) =>
    new Promise((resolve) =>
      setAsked({
        ...question,
        answer(said) {
          setAsked(undefined)
          resolve(said)
        },
      }),
    )
  return [asked && <QuestionDialog {...asked} />, ask]
}

function QuestionDialog({ words, act, asks, answer }: Question & { answer(said: string | undefined): void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [said, setSaid] = useState('')
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
          answer(said)
        }}
      >
        <p id={id}>{words}</p>
        {asks && (
          <label className="field">
            <span>{asks}</span>
            <input required value={said} onChange={(event) => setSaid(event.target.value)} />
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
