import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { valueAt } from '../../content/value-at.ts'
import { nodeAt } from '../../scaffold/schema/field-node.ts'
import type { Result } from '../server/saves.ts'
import { Conflict } from './conflict.tsx'
import { useDraft } from './drafts.ts'
import { useFocusBack } from './focus.ts'
import { siteLanguage } from './label.ts'
import { useWindow } from './outline.tsx'
import type { EditedPage } from './page.ts'
import { Reason } from './reason.tsx'
import { type ApiError, reasonsOf, type Session } from './session.ts'
import { nameOf, type Spot } from './spots.ts'
import { TextAbout } from './text-about.tsx'
import { boxOf, offsetAt, styleOf } from './text-box.ts'
import { useEntry } from './use-server.ts'

interface TextFieldProps {
  spot: Spot
  /** The point of the window that was clicked. */
  point: { x: number; y: number } | undefined
  session: Session
  page: EditedPage
  onFact(name: string): void
  onSaved(result: Result): void
  onClose(): void
}

/** Edits a text in its place on the page. */
export function TextField({ spot, point, session, page, onFact, onSaved, onClose }: TextFieldProps) {
  useWindow()
  useFocusBack()
  const { place } = spot
  const { entry, root, failure, load } = useEntry(session, page, place.file)
  const area = useRef<HTMLTextAreaElement>(null)
  const container = useRef<HTMLElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const value = entry && valueAt(entry.fields, place.path)
  const written = entry && String(value ?? '').trimEnd()
  const draft = useDraft(session.drafts, place, written)
  const text = draft.text ?? written
  const node = entry && root && nodeAt(root, entry.fields, place.path)
  // The last known box, for when the text is hidden meanwhile.
  const last = useRef({ left: 12, top: 80, width: Math.min(560, innerWidth - 24) })
  const box = boxOf(spot) ?? last.current
  last.current = box
  const isLoaded = text !== undefined
  /** The link or button around the text. */
  const around = spot.range.startContainer.parentElement?.closest<HTMLElement>('a, button, summary')

  // biome-ignore lint/correctness/useExhaustiveDependencies: sets the caret once, when the text is loaded
  useLayoutEffect(() => {
    const field = area.current
    if (!field) return
    field.focus({ preventScroll: true })
    // A placeholder is selected, so that typing replaces it.
    if (/^TODO\b/.test(field.value)) return field.select()
    const at = offsetAt(spot, field.value, point) ?? field.value.length
    field.setSelectionRange(at, at)
  }, [isLoaded])
  // Keeps the field inside the window when the page scrolls or the help grows.
  const keepInWindow = () => {
    if (!container.current) return
    container.current.style.top = `${Math.max(8, Math.min(last.current.top, innerHeight - container.current.offsetHeight - 8))}px`
  }
  useLayoutEffect(() => {
    if (!area.current) return
    area.current.style.blockSize = 'auto'
    area.current.style.blockSize = `${area.current.scrollHeight + 4}px`
    keepInWindow()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads refs only
  useEffect(() => {
    const observer = new ResizeObserver(keepInWindow)
    if (container.current) observer.observe(container.current)
    return () => observer.disconnect()
  }, [isLoaded])

  if (!isLoaded)
    return failure ? (
      <p className="bar-told" role="alert">
        {failure}
      </p>
    ) : null
  const insert = (words: string) => {
    area.current?.focus()
    area.current?.setRangeText(words, area.current.selectionStart, area.current.selectionEnd, 'end')
    draft.type(area.current?.value ?? text)
  }
  const save = async () => {
    if (!entry || draft.text === undefined) return onClose()
    if (draft.theirs !== undefined) return
    setBusy(true)
    try {
      const typed = typeof value === 'number' ? Number(text) : text
      const result = await session.saveValue(entry, { kind: 'set', path: place.path, value: typed }, nameOf(place))
      draft.drop()
      onSaved(result)
    } catch (error) {
      setRefusal(reasonsOf(error as ApiError, place))
      setBusy(false)
      await load()
    }
  }
  const cancel = () => {
    draft.drop()
    onClose()
  }
  return (
    <section
      className="text-field"
      aria-label="Text in its place"
      ref={container}
      style={{ insetInlineStart: box.left, inlineSize: box.width }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // A dialog of the page around it stays open.
        event.preventDefault()
        cancel()
      }}
    >
      <textarea
        ref={area}
        {...siteLanguage()}
        rows={1}
        value={text}
        style={styleOf(spot)}
        aria-label={nameOf(place)}
        aria-describedby="about"
        aria-invalid={refusal !== undefined}
        readOnly={isBusy}
        onChange={(event) => {
          draft.type(event.target.value)
          setRefusal(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void save()
        }}
      />
      <TextAbout {...{ place, node, text, session, onFact, onInsert: insert }}>
        <Reason words={(draft.theirs === undefined ? refusal : undefined) ?? failure} />
        {draft.theirs !== undefined && <Conflict theirs={draft.theirs} onKeep={draft.insist} onTake={cancel} />}
        <p className="row">
          <button type="button" className="main" disabled={isBusy || draft.theirs !== undefined} onClick={save}>
            Save <kbd>Enter</kbd>
          </button>
          <button type="button" onClick={cancel}>
            Leave <kbd>Esc</kbd>
          </button>
          {around && (
            <button
              type="button"
              onClick={() => {
                onClose()
                around.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
              }}
            >
              {around.matches('a') ? 'Follow it' : 'Press it'}
            </button>
          )}
        </p>
      </TextAbout>
    </section>
  )
}
