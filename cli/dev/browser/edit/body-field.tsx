import { useEffect, useRef, useState } from 'react'
import type { OpenPage } from '../../server.ts'
import type { Refusal, Session } from './session.ts'

interface BodyFieldProps {
  session: Session
  file: string
  text: string
  onSave(text: string): void
  /** The page as it would be; undefined as it is. */
  onPreview(made: OpenPage | undefined): void
}

/** The text under the fields, as markdown; the page follows what is typed. Pictures that are dropped go into the content. */
export function BodyField({ session, file, text, onSave, onPreview }: BodyFieldProps) {
  const [draft, setDraft] = useState<string>()
  const [told, tell] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const asked = useRef<{ text: string } | undefined>(undefined)
  const isChanged = draft !== undefined && draft !== text
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved takes the place of what was typed
  useEffect(() => setDraft(undefined), [text])
  // Whoever goes away sees the page as it is.
  const leave = useRef(() => {})
  leave.current = () => isChanged && onPreview(undefined)
  useEffect(() => () => leave.current(), [])

  /** One question at a time; the last of what was typed meanwhile comes next. */
  const follow = async (typed: string) => {
    const isFirst = asked.current === undefined
    asked.current = { text: typed }
    if (!isFirst) return
    for (let shown = ''; asked.current.text !== shown; ) {
      shown = asked.current.text
      try {
        onPreview(await session.preview(file, shown, window.location.pathname))
        tell('')
      } catch (error) {
        tell((error as Refusal).message)
      }
    }
    asked.current = undefined
  }
  const type = (typed: string) => {
    setDraft(typed)
    void follow(typed)
  }
  const save = () => {
    if (isChanged) onSave(draft)
  }
  const addPictures = async (pictures: readonly File[]) => {
    for (const picture of pictures) {
      try {
        const { name } = await session.addPicture(picture)
        const words = window.prompt(`What does ${name} show? It is read to who does not see it.`) ?? ''
        const field = area.current
        const at = field?.selectionEnd ?? 0
        const now = field?.value ?? ''
        type(`${now.slice(0, at)}![${words.replace(/[[\]]/g, '')}](../images/${name})${now.slice(at)}`)
      } catch (error) {
        tell((error as Refusal).message)
      }
    }
  }
  return (
    <div className="field body">
      <label htmlFor="body">Text, as markdown</label>
      <textarea
        id="body"
        ref={area}
        value={draft ?? text}
        spellCheck
        aria-describedby="body-told"
        onChange={(event) => type(event.target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          event.preventDefault()
          void addPictures([...event.dataTransfer.files])
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          save()
        }}
      />
      <p className="about" id="body-told" role="status">
        {told}
      </p>
      <p className="row">
        <button type="button" className="main" disabled={!isChanged} onClick={save}>
          Save <kbd>Ctrl Enter</kbd>
        </button>
        <label className="file">
          Add a picture
          <input
            type="file"
            accept="image/*"
            onChange={(event) => {
              void addPictures([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </label>
        {isChanged && (
          <button
            type="button"
            onClick={() => {
              setDraft(undefined)
              onPreview(undefined)
            }}
          >
            As it was
          </button>
        )}
      </p>
    </div>
  )
}
