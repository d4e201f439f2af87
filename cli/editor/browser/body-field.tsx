import { useEffect, useRef, useState } from 'react'
import type { PageUpdate } from '../../dev/render-page.ts'
import { BODY_PATH_SEGMENT } from '../../dev/source-marks.ts'
import { getSiteLanguageAttributes } from '../labels.ts'
import { Button } from './button.tsx'
import { useDraft } from './drafts.ts'
import { deferFocus } from './focus.ts'
import { ConflictNotice } from './notices.tsx'
import { createPictureHandlers, PictureButton } from './picture-field.tsx'
import { usePrompt } from './prompt.tsx'
import { SaveButtons } from './save-buttons.tsx'
import type { ApiError, Session } from './session.ts'

interface BodyFieldProps {
  session: Session
  file: string
  saved: string
  /** The text that the user clicked on the page, where the caret is placed. */
  words: string | undefined
  onSave(text: string): Promise<boolean>
  /** @param name of the proposal */
  onPropose(name: string, text: string): Promise<boolean>
  /** Shows a preview of unsaved text, or the saved page if `preview` is undefined. */
  onPreview(preview: PageUpdate | undefined): void
}

/** Edits a Markdown body, with a live preview on the page. Uploads and inserts dropped images. */
export function BodyField({ session, file, saved, words, onSave, onPropose, onPreview }: BodyFieldProps) {
  const draft = useDraft(session.drafts, { file, path: [BODY_PATH_SEGMENT] }, saved)
  const [status, setStatus] = useState('')
  const [dialog, prompt] = usePrompt()
  const area = useRef<HTMLTextAreaElement>(null)
  const pending = useRef<{ text: string } | undefined>(undefined)
  const isChanged = draft.text !== undefined
  // Shows the saved page again when the field closes.
  const restore = useRef(() => {})
  restore.current = () => isChanged && onPreview(undefined)
  useEffect(() => () => restore.current(), [])
  useEffect(() => {
    const field = area.current
    const at = words ? offsetOf(words, field?.value ?? '') : undefined
    if (!field || at === undefined) return
    field.focus()
    field.setSelectionRange(at, at)
    // Blur and refocus the field, because Chrome scrolls to the caret only when a field gains focus.
    field.blur()
    field.focus()
  }, [words])

  /** Requests one preview at a time. Each request sends the latest text. */
  const updatePreview = async (typed: string) => {
    const isFirst = pending.current === undefined
    pending.current = { text: typed }
    if (!isFirst) return
    for (let shown: string | undefined; pending.current.text !== shown; ) {
      shown = pending.current.text
      try {
        const preview = await session.preview(file, shown, window.location.pathname)
        if (preview) onPreview(preview)
        setStatus(preview ? '' : 'This text causes errors. Save to see them.')
      } catch (error) {
        setStatus((error as ApiError).message)
      }
    }
    pending.current = undefined
  }
  const type = (typed: string) => {
    draft.setText(typed)
    void updatePreview(typed)
  }
  const discard = (focus = deferFocus()) => {
    draft.discard()
    onPreview(undefined)
    // Move focus, because the clicked button disappears.
    focus(area.current)
  }
  const save = async () => {
    const { text, conflictingText } = draft
    if (text === undefined || conflictingText !== undefined) return
    // Clear the message about the preview. Save errors are displayed above the field.
    setStatus('')
    const focus = deferFocus()
    if (!(await onSave(text))) return
    draft.markSaved(text)
    // Move focus, because the clicked button may now be disabled.
    focus(area.current)
  }
  const propose = async (name: string) => {
    const { text } = draft
    setStatus('')
    const focus = deferFocus()
    // Keep text that was typed in the meantime.
    if (text !== undefined && (await onPropose(name, text)) && area.current?.value === text) discard(focus)
  }
  const upload = async (file: File) => {
    const message = `What does ${file.name} show?`
    const alt = await prompt({ message, label: 'Alternative text', confirm: 'Add picture' })
    if (alt === undefined) return
    const focus = deferFocus()
    const { name } = await session.addPicture(file)
    const field = area.current
    if (!field) return
    const picture = `![${alt.replace(/[[\]]/g, '')}](../images/${name})`
    field.setRangeText(picture, field.selectionEnd, field.selectionEnd, 'end')
    focus(field)
    type(field.value)
  }
  const { add, dropped } = createPictureHandlers(upload, setStatus)
  return (
    <div className="field body">
      <label htmlFor="body">Markdown text</label>
      <textarea
        id="body"
        ref={area}
        {...getSiteLanguageAttributes()}
        value={draft.text ?? saved}
        spellCheck
        aria-describedby="body-told body-about"
        onChange={(event) => type(event.target.value)}
        {...dropped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void save()
        }}
      />
      <p className="about" id="body-about">
        A blank line starts a new paragraph. <code>## Heading</code>, <code>- list</code>, <code>**strong**</code>,{' '}
        <code>[words](/address)</code>
      </p>
      <p className="about" id="body-told" role="status">
        {status}
      </p>
      <ConflictNotice draft={draft} onTake={() => discard()} />
      <div className="row">
        <SaveButtons
          session={session}
          shortcut="Ctrl Enter"
          disabled={!isChanged || draft.conflictingText !== undefined}
          isChanged={isChanged}
          onSave={save}
          onPropose={propose}
        />
        <PictureButton label="Add a picture" onFiles={add} />
        {isChanged && <Button label="Discard changes" onClick={() => discard()} />}
      </div>
      {dialog}
    </div>
  )
}

/** Returns the offset in the Markdown source of text from the page. Searches for its first 8 words, then 4, then 2. */
function offsetOf(text: string, markdown: string): number | undefined {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const count of [8, 4, 2]) {
    const found = new RegExp(words.slice(0, count).join('[^\\p{L}\\p{N}]+'), 'u').exec(markdown)
    if (found && words.length > 0) return found.index
  }
  return undefined
}
