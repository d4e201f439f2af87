import { useEffect, useId, useRef, useState } from 'react'
import type { Moved } from '../server/editor.ts'
import type { Result } from '../server/saves.ts'
import { useFocusBack } from './focus.ts'
import { useQuestion } from './question.tsx'
import type { ApiError, Session } from './session.ts'
import { nameOf } from './spots.ts'

interface FileActionsProps {
  session: Session
  file: string
  onMoved(moved: Moved): void
  onRemoved(result: Result): void
}

/** Renames and deletes a file. */
export function FileActions({ session, file, onMoved, onRemoved }: FileActionsProps) {
  const [isRenaming, setRenaming] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()
  const [asked, ask] = useQuestion()
  const attempt = async (task: () => Promise<void>) => {
    try {
      setRefusal(undefined)
      await task()
    } catch (error) {
      setRefusal(error as ApiError)
    }
  }
  // Files outside collections have fixed names and are required.
  if (!/\/.*\//.test(file)) return null
  return (
    <div className="actions">
      {asked}
      <p className="row" hidden={isRenaming}>
        <button type="button" onClick={() => setRenaming(true)}>
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
      {isRenaming && (
        <RenameForm
          slug={file.replace(/^.*\/|\.\w+$/g, '')}
          onRename={(to) =>
            attempt(async () => {
              onMoved(await session.rename(file, to))
              setRenaming(false)
            })
          }
          onCancel={() => setRenaming(false)}
        />
      )}
      {refusal && (
        <div className="refusal" role="alert">
          <p>{refusal.problems.length > 0 ? 'It is still needed:' : refusal.message}</p>
          {[...new Set(refusal.problems.map((one) => `${nameOf(one)}: ${one.message}`))].map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      )}
    </div>
  )
}

interface RenameFormProps {
  slug: string
  onRename(to: string): void
  onCancel(): void
}

function RenameForm({ slug, onRename, onCancel }: RenameFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [to, setTo] = useState(slug)
  useFocusBack()
  useEffect(() => input.current?.focus(), [])
  return (
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault()
        onRename(to)
      }}
    >
      <label htmlFor={id}>New name</label>
      <input id={id} ref={input} required value={to} onChange={(event) => setTo(event.target.value)} />
      <p className="about">Links and references follow, and the old address redirects to the new one.</p>
      <p className="row">
        <button type="submit" className="main">
          Rename
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  )
}
