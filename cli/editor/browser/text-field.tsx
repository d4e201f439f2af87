import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { valueAt } from '../../content/value-at.ts'
import type { ValueChange } from '../../content/yaml/value-change.ts'
import { formatValueName } from '../../dev/source-marks.ts'
import { findNodeAt } from '../../scaffold/schema/node.ts'
import type { Entry } from '../files/entry.ts'
import type { SaveResult } from '../files/save-queue.ts'
import { getSiteLanguageAttributes } from '../labels.ts'
import { Button } from './button.tsx'
import { useDraft } from './drafts.ts'
import { deferFocus, useRestoreFocus } from './focus.ts'
import { ConflictNotice, FieldError } from './notices.tsx'
import type { EditedPage } from './page.ts'
import { useRenderOnLayout } from './page-hooks.ts'
import { findOffsetAt, getTextBox, getTextStyle, type PageText } from './page-texts.ts'
import { formatProposed, SaveButtons } from './save-buttons.tsx'
import { type ApiError, describeError, type Session } from './session.ts'
import { TextHelp } from './text-help.tsx'
import { useEntry } from './use-async.ts'

type ValueSet = Extract<ValueChange, { kind: 'set' }>

/** Minimum distance between the field with its help and the window's upper and lower edges, in CSS pixels. */
const WINDOW_MARGIN = 8

interface TextFieldProps {
  pageText: PageText
  /** The point in the window that was clicked. */
  point: { x: number; y: number } | undefined
  session: Session
  page: EditedPage
  onFact(name: string): void
  setStatus(message: string): void
  onSaved(result: SaveResult): void
  onClose(): void
}

/** Edits text in place on the page. */
export function TextField(props: TextFieldProps) {
  const { pageText, point, session, page, setStatus, onFact, onSaved, onClose } = props
  useRenderOnLayout()
  useRestoreFocus()
  const { place } = pageText
  const { entry, root, failure, load } = useEntry(session, page, place.file)
  const area = useRef<HTMLTextAreaElement>(null)
  const container = useRef<HTMLElement>(null)
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const value = entry && valueAt(entry.fields, place.path)
  const saved = entry && String(value ?? '').trimEnd()
  const draft = useDraft(session.drafts, place, saved)
  const text = draft.text ?? saved
  const node = entry && root && findNodeAt(root, entry.fields, place.path)
  // The text's last known box, used while the text is hidden.
  const lastBox = useRef({ left: 12, top: 80, width: Math.min(560, innerWidth - 24) })
  const box = getTextBox(pageText) ?? lastBox.current
  lastBox.current = box
  const isLoaded = text !== undefined
  /** The link or button that contains the text. */
  const control = pageText.range.startContainer.parentElement?.closest<HTMLElement>('a, button, summary')

  // biome-ignore lint/correctness/useExhaustiveDependencies: sets the caret once, when the text is loaded
  useLayoutEffect(() => {
    const field = area.current
    if (!field) return
    field.focus({ preventScroll: true })
    // Selects placeholder text, so that typing replaces it.
    if (/^TODO\b/.test(field.value)) return field.select()
    const at = findOffsetAt(pageText, field.value, point) ?? field.value.length
    field.setSelectionRange(at, at)
  }, [isLoaded])
  /**
   * Keeps the field on top of its text while the page scrolls or the help grows. Near the lower edge of the window, the
   * help is above the field. The field moves only if there is no room for the help on either side.
   */
  const keepInWindow = () => {
    const box = container.current
    const field = area.current
    if (!box || !field) return
    const { top } = lastBox.current
    const lowest = innerHeight - box.offsetHeight - WINDOW_MARGIN
    const isAbove = top > lowest && top + field.offsetHeight - box.offsetHeight >= WINDOW_MARGIN
    box.toggleAttribute('data-above', isAbove)
    const bottom = document.documentElement.clientHeight - top - field.offsetHeight
    box.style.top = isAbove ? 'auto' : `${Math.max(WINDOW_MARGIN, Math.min(top, lowest))}px`
    box.style.bottom = isAbove ? `${Math.max(WINDOW_MARGIN, bottom)}px` : 'auto'
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
  const insert = (inserted: string) => {
    area.current?.focus()
    area.current?.setRangeText(inserted, area.current.selectionStart, area.current.selectionEnd, 'end')
    draft.setText(area.current?.value ?? text)
  }
  /** Sends the typed text, and closes the field unless the server rejects it. */
  const submit = async (send: (entry: Entry, change: ValueSet) => Promise<void>) => {
    if (!entry || draft.text === undefined) return onClose()
    if (draft.conflictingText !== undefined) return
    const focus = deferFocus()
    setSaving(true)
    try {
      await send(entry, { kind: 'set', path: place.path, value: typeof value === 'number' ? Number(text) : text })
      draft.discard()
      onClose()
    } catch (caught) {
      setStatus('')
      setError(describeError(caught as ApiError, place))
      setSaving(false)
      // Move focus, because a clicked button was disabled.
      focus(area.current)
      await load()
    }
  }
  const save = () =>
    submit(async (read, change) => onSaved(await session.saveValue(read, change, formatValueName(place))))
  const propose = (name: string) =>
    submit(async ({ file }, change) => {
      setStatus('Checking the proposal…')
      await session.proposals.propose(name, { ...change, file, was: value ?? null })
      setStatus(formatProposed(name))
    })
  const cancel = () => {
    draft.discard()
    onClose()
  }
  return (
    <section
      className="text-field"
      aria-label="Edit text"
      ref={container}
      style={{ insetInlineStart: box.left, inlineSize: box.width }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Prevents Escape from also closing a dialog on the page.
        event.preventDefault()
        cancel()
      }}
    >
      <textarea
        ref={area}
        {...getSiteLanguageAttributes()}
        rows={1}
        value={text}
        style={getTextStyle(pageText)}
        aria-label={formatValueName(place)}
        aria-describedby="about"
        aria-invalid={error !== undefined}
        readOnly={isSaving}
        onChange={(event) => {
          draft.setText(event.target.value)
          setError(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void save()
        }}
      />
      <TextHelp place={place} node={node} text={text} session={session} onFact={onFact} onInsert={insert}>
        <FieldError message={(draft.conflictingText === undefined ? error : undefined) ?? failure} />
        <ConflictNotice draft={draft} onTake={cancel} />
        <div className="row">
          <SaveButtons
            session={session}
            shortcut="Enter"
            disabled={isSaving || draft.conflictingText !== undefined}
            isChanged={draft.text !== undefined}
            onSave={save}
            onPropose={propose}
          />
          <button type="button" onClick={cancel}>
            Cancel <kbd>Esc</kbd>
          </button>
          {control && (
            <Button
              label={control.matches('a') ? 'Follow link' : 'Press button'}
              onClick={() => {
                onClose()
                control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
              }}
            />
          )}
        </div>
      </TextHelp>
    </section>
  )
}
