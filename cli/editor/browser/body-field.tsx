import { useEffect, useRef, useState } from 'react'
import { BODY } from '../../dev/marks.ts'
import type { OpenPage } from '../../dev/open-page.ts'
import { Conflict } from './conflict.tsx'
import { useDraft } from './drafts.ts'
import { siteLanguage } from './label.ts'
import { PictureButton } from './picture-button.tsx'
import { useQuestion } from './question.tsx'
import type { ApiError, Session } from './session.ts'
import { usePictures } from './use-pictures.ts'

interface BodyFieldProps {
  session: Session
  file: string
  written: string
  /** The clicked words, where the caret goes. */
  words: string | undefined
  onSave(text: string): Promise<boolean>
  /** Shows the unsaved page; undefined shows the saved one. */
  onPreview(made: OpenPage | undefined): void
}

/** The body of a file as markdown, with a live preview on the page. Dropped pictures are added to the content. */
export function BodyField({ session, file, written, words, onSave, onPreview }: BodyFieldProps) {
  const draft = useDraft(session.drafts, { file, path: [BODY] }, written)
  const [told, tell] = useState('')
  const [question, ask] = useQuestion()
  const area = useRef<HTMLTextAreaElement>(null)
  const pending = useRef<{ text: string } | undefined>(undefined)
  const isChanged = draft.text !== undefined
  // Leaving restores the saved page.
  const restore = useRef(() => {})
  restore.current = () => isChanged && onPreview(undefined)
  useEffect(() => () => restore.current(), [])
  useEffect(() => {
    const field = area.current
    const at = words ? placeOf(words, field?.value ?? '') : undefined
    if (!field || at === undefined) return
    field.focus()
    field.setSelectionRange(at, at)
    // Chrome scrolls to the caret only when a field gets the focus.
    field.blur()
    field.focus()
  }, [words])

  /** Sends one preview request at a time; the next one has the latest text. */
  const updatePreview = async (typed: string) => {
    const isFirst = pending.current === undefined
    pending.current = { text: typed }
    if (!isFirst) return
    for (let shown: string | undefined; pending.current.text !== shown; ) {
      shown = pending.current.text
      try {
        const made = await session.preview(file, shown, window.location.pathname)
        if (made) onPreview(made)
        tell(made ? '' : 'With this text the site has errors. They are told when it is saved.')
      } catch (error) {
        tell((error as ApiError).message)
      }
    }
    pending.current = undefined
  }
  const type = (typed: string) => {
    draft.type(typed)
    void updatePreview(typed)
  }
  const drop = () => {
    draft.drop()
    onPreview(undefined)
    // The button that was pressed disappears.
    area.current?.focus()
  }
  const save = async () => {
    const { text, theirs } = draft
    if (text === undefined || theirs !== undefined) return
    // Clears the preview message, because errors of the save are shown above.
    tell('')
    if (!(await onSave(text))) return
    draft.saved(text)
    // The pressed button may be disabled now.
    area.current?.focus()
  }
  const describe = ({ name }: File) =>
    ask({ words: `What does ${name} show?`, asks: 'Read to who does not see it', act: 'Add it' })
  const show = (name: string, alt: string) => {
    const field = area.current
    if (!field) return
    field.setRangeText(
      `![${alt.replace(/[[\]]/g, '')}](../images/${name})`,
      field.selectionEnd,
      field.selectionEnd,
      'end',
    )
    field.focus()
    type(field.value)
  }
  const { add, dropped } = usePictures({ session, tell, onBefore: describe, onPicture: show })
  return (
    <div className="field body">
      <label htmlFor="body">Text, as markdown</label>
      <textarea
        id="body"
        ref={area}
        {...siteLanguage()}
        value={draft.text ?? written}
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
        A blank line begins a paragraph. <code>## Heading</code>, <code>- list</code>, <code>**strong**</code>,{' '}
        <code>[words](/address)</code>
      </p>
      <p className="about" id="body-told" role="status">
        {told}
      </p>
      {draft.theirs !== undefined && <Conflict theirs={draft.theirs} onKeep={draft.insist} onTake={drop} />}
      <p className="row">
        <button type="button" className="main" disabled={!isChanged || draft.theirs !== undefined} onClick={save}>
          Save <kbd>Ctrl Enter</kbd>
        </button>
        <PictureButton words="Add a picture" onFiles={add} />
        {isChanged && (
          <button type="button" onClick={drop}>
            As it was
          </button>
        )}
      </p>
      {question}
    </div>
  )
}

/** Finds words of the page in the markdown, with other marks between them; tries fewer words if all are not found. */
function placeOf(words: string, markdown: string): number | undefined {
  const list = words.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const count of [8, 4, 2]) {
    const found = new RegExp(list.slice(0, count).join('[^\\p{L}\\p{N}]+'), 'u').exec(markdown)
    if (found && list.length > 0) return found.index
  }
  return undefined
}
