import { useId, useState } from 'react'
import type { Result } from '../../../edit/saves.ts'
import { useQuestion } from './question.tsx'
import type { Moved, Refusal, Session } from './session.ts'

interface FileActionsProps {
  session: Session
  file: string
  onMoved(moved: Moved): void
  onRemoved(result: Result): void
}

/** Another name for a file, and taking it away. */
export function FileActions({ session, file, onMoved, onRemoved }: FileActionsProps) {
  const id = useId()
  const slug = file.replace(/^.*\/|\.\w+$/g, '')
  const [to, setTo] = useState<string>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [asked, ask] = useQuestion()
  const attempt = async (task: () => Promise<void>) => {
    try {
      setRefusal(undefined)
      await task()
    } catch (error) {
      setRefusal(error as Refusal)
    }
  }
  // What stands by itself has one name and is always needed.
  if (!/\/.*\//.test(file)) return null
  return (
    <div className="actions">
      {asked}
      {to === undefined ? (
        <p className="row">
          <button type="button" onClick={() => setTo(slug)}>
            Rename…
          </button>
          <button
            type="button"
            onClick={async () => {
              const question = { words: `Delete ${file}? Undo brings it back.`, act: 'Delete it' }
              if ((await ask(question)) !== undefined) void attempt(async () => onRemoved(await session.remove(file)))
            }}
          >
            Delete…
          </button>
        </p>
      ) : (
        <form
          className="field"
          onSubmit={(event) => {
            event.preventDefault()
            void attempt(async () => {
              onMoved(await session.rename(file, to))
              setTo(undefined)
            })
          }}
        >
          <label htmlFor={id}>New name</label>
          <input id={id} required value={to} onChange={(event) => setTo(event.target.value)} />
          <p className="about">Links and references follow, and the old address leads to the new one.</p>
          <p className="row">
            <button type="submit" className="main">
              Rename
            </button>
            <button type="button" onClick={() => setTo(undefined)}>
              Leave
            </button>
          </p>
        </form>
      )}
      {refusal && (
        <div className="refusal" role="alert">
          <p>{refusal.problems.length > 0 ? 'It is still needed:' : refusal.message}</p>
          {refusal.problems.map((one) => (
            <p key={`${one.file} ${one.path.join('.')}`}>
              {one.file} · {one.path.join('.')}: {one.message}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
