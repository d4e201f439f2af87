import { useEffect, useId, useRef, useState } from 'react'
import type { FileSaveResult } from '../server/editor.ts'
import type { SaveResult } from '../server/save-queue.ts'
import { useRestoreFocus } from './focus.ts'
import { formatValueName } from './page-texts.ts'
import { usePrompt } from './prompt.tsx'
import type { ApiError, Session } from './session.ts'

interface FileActionsProps {
  session: Session
  file: string
  onRenamed(result: FileSaveResult): void
  onRemoved(result: SaveResult): void
}

export function FileActions({ session, file, onRenamed, onRemoved }: FileActionsProps) {
  const [isRenaming, setRenaming] = useState(false)
  const [error, setError] = useState<ApiError>()
  const [dialog, prompt] = usePrompt()
  const attempt = async (task: () => Promise<void>) => {
    try {
      setError(undefined)
      await task()
    } catch (caught) {
      setError(caught as ApiError)
    }
  }
  const reasons = new Set(error?.problems.map((problem) => `${formatValueName(problem)}: ${problem.message}`))
  // Only files in collections can be renamed or deleted; other files have fixed names and are required.
  if (!/\/.*\//.test(file)) return null
  return (
    <div className="actions">
      {dialog}
      <p className="row" hidden={isRenaming}>
        <button type="button" onClick={() => setRenaming(true)}>
          Rename…
        </button>
        <button
          type="button"
          onClick={async () => {
            const question = { message: `Delete ${file}? Undo restores it.`, confirm: 'Delete' }
            if ((await prompt(question)) !== undefined) void attempt(async () => onRemoved(await session.remove(file)))
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
              onRenamed(await session.rename(file, to))
              setRenaming(false)
            })
          }
          onCancel={() => setRenaming(false)}
        />
      )}
      {error && (
        <div className="refusal" role="alert">
          <p>{reasons.size > 0 ? 'Other content still uses this file:' : error.message}</p>
          {[...reasons].map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      )}
    </div>
  )
}

function RenameForm({ slug, onRename, onCancel }: { slug: string; onRename(to: string): void; onCancel(): void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [to, setTo] = useState(slug)
  useRestoreFocus()
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
      <p className="about">Links and references are updated, and the old address redirects to the new one.</p>
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
