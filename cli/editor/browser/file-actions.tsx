import { useEffect, useId, useRef, useState } from 'react'
import { formatValueName } from '../../dev/source-marks.ts'
import { Button } from './button.tsx'
import { useRestoreFocus } from './focus.ts'
import { FieldError } from './notices.tsx'
import { usePrompt } from './prompt.tsx'
import type { ApiError } from './session.ts'

interface FileActionsProps {
  file: string
  /** @throws ApiError */
  onRename(to: string): Promise<void>
  /** @throws ApiError */
  onRemove(): Promise<void>
}

export function FileActions({ file, onRename, onRemove }: FileActionsProps) {
  const [isRenaming, setRenaming] = useState(false)
  const [error, setError] = useState<ApiError>()
  const [dialog, prompt] = usePrompt()
  const attempt = (task: () => Promise<void>) => {
    setError(undefined)
    return task().catch(setError)
  }
  const uses = new Set(error?.problems.map((problem) => `${formatValueName(problem)}: ${problem.message}`))
  const reason = uses.size > 0 ? ['Other content still uses this file:', ...uses].join('\n') : error?.message
  // Only files in collections can be renamed or deleted; other files have fixed names and are required.
  if (!/\/.*\//.test(file)) return null
  return (
    <div className="actions">
      {dialog}
      <p className="row" hidden={isRenaming}>
        <Button label="Rename…" onClick={() => setRenaming(true)} />
        <Button
          label="Delete…"
          onClick={async () => {
            const question = { message: `Delete ${file}? Undo restores it.`, confirm: 'Delete' }
            if ((await prompt(question)) !== undefined) void attempt(onRemove)
          }}
        />
      </p>
      {isRenaming && (
        <RenameForm
          slug={file.replace(/^.*\/|\.\w+$/g, '')}
          onRename={(to) =>
            attempt(async () => {
              await onRename(to)
              setRenaming(false)
            })
          }
          onCancel={() => setRenaming(false)}
        />
      )}
      <FieldError message={reason} />
    </div>
  )
}

function RenameForm({ slug, onRename, onCancel }: { slug: string; onRename(to: string): void; onCancel(): void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useRestoreFocus()
  useEffect(() => input.current?.focus(), [])
  return (
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault()
        onRename(String(new FormData(event.currentTarget).get('slug')))
      }}
    >
      <label htmlFor={id}>New name</label>
      <input id={id} name="slug" ref={input} required defaultValue={slug} />
      <p className="about">Links and references are updated, and the old address redirects to the new one.</p>
      <p className="row">
        <Button type="submit" label="Rename" className="main" />
        <Button label="Cancel" onClick={onCancel} />
      </p>
    </form>
  )
}
