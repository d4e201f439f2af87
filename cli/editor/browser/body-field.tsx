import { useEffect, useRef, useState } from 'react'
import { BODY } from '../../dev/marks.ts'
import type { OpenPage } from '../../dev/open-page.ts'
import { Conflict } from './conflict.tsx'
import { useDraft } from './drafts.ts'
import { siteLanguage } from './label.ts'
import { PictureButton } from './picture-button.tsx'
import { useQuestion } from './question.tsx'
import type { Refusal, Session } from './session.ts'
import { usePictures } from './use-pictures.ts'

interface BodyFieldProps {
  session: Session
  file: string
  written: string
  /** What was clicked: the caret goes there. */
  words: string | undefined
  onSave(text: string): Promise<boolean>
  /** The page as it would be; undefined as it is. */
  onPreview(made: OpenPage | undefined): void
}

/** The text under the fields, as markdown; the page follows what is typed. Pictures that are dropped go into the content. */
export function BodyField({ session, file, written, words, onSave, onPreview }: BodyFieldProps) {
  const draft = useDraft(session.drafts, { file, path: [BODY] }, written)
  const [told, tell] = useState('')
  const [question, ask] = useQuestion()
  const area = useRef<HTMLTextAreaElement>(null)
  const asked = useRef<{ text: string } | undefined>(undefined)
  const isChanged = draft.text !== undefined
  // Whoever goes away sees the page as it is.
  const leave = useRef(() => {})
  leave.current = () => isChanged && onPreview(undefined)
  useEffect(() => () => leave.current(), [])
  useEffect(() => {
    const field = area.current
    const at = words ? placeOf(words, field?.value ?? '') : undefined
    if (!field || at === undefined) return
    field.focus()
    field.setSelectionRange(at, at)
    // Chrome scrolls to the caret of a field that gets the focus anew.
    field.blur()
    field.focus()
  }, [words])

  /** One question at a time; the last of what was typed meanwhile comes next. */
  const follow = async (typed: string) => {
    const isFirst = asked.current === undefined
    asked.current = { text: typed }
    if (!isFirst) return
    for (let shown: string | undefined; asked.current.text !== shown; ) {
      shown = asked.current.text
      try {
        const made = await session.preview(file, shown, window.location.pathname)
        if (made) onPreview(made)
        tell(made ? '' : 'With this text the site has errors. They are told when it is saved.')
      } catch (error) {
        tell((error as Refusal).message)
      }
    }
    asked.current = undefined
  }
  const type = (typed: string) => {
    draft.type(typed)
    void follow(typed)
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
    // What the save refuses is shown above.
    tell('')
    if (!(await onSave(text))) return
    draft.saved(text)
    // The button that was pressed may have nothing to do any more.
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

/** Where words of the page stand in what they are made from: as many of them as are written in one go there. */
function placeOf(words: string, markdown: string): number | undefined {
  const list = words.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const count of [8, 4, 2]) {
    const found = new RegExp(list.slice(0, count).join('[^\\p{L}\\p{N}]+'), 'u').exec(markdown)
    if (found && list.length > 0) return found.index
  }
  return undefined
}
