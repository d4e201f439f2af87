import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Result } from '../../../edit/saves.ts'
import { nodeAt, valueAt } from '../../../schema/field-node.ts'
import { useWindow } from './outline.tsx'
import type { Refusal, Session } from './session.ts'
import { nameOf, rectsOf, type Spot } from './spots.ts'
import { useEntry } from './use-entry.ts'

interface TextFieldProps {
  spot: Spot
  session: Session
  onFact(name: string): void
  onSaved(result: Result): void
  onClose(): void
}

/** From this length on a text may have several lines, and Enter alone does not end it. */
const FACT = /\{([a-z][a-z0-9-]*)\}/g

/** A text in its place on the page, as it is written in its file. */
export function TextField({ spot, session, onFact, onSaved, onClose }: TextFieldProps) {
  useWindow()
  const { place } = spot
  const { entry, root, failure } = useEntry(session, place.file)
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const written = entry && valueAt(entry.fields, place.path)
  const node = entry && root && nodeAt(root, entry.fields, place.path)
  const value = text ?? (typeof written === 'string' ? written.trimEnd() : written === undefined ? '' : String(written))
  // Where it was, when what it stands in has closed meanwhile.
  const last = useRef({ left: 12, top: 80, width: Math.min(560, innerWidth - 24) })
  const box = boxOf(spot) ?? last.current
  last.current = box

  useEffect(() => {
    if (entry) area.current?.select()
  }, [entry])
  useLayoutEffect(() => {
    const field = area.current
    if (!field) return
    field.style.blockSize = 'auto'
    field.style.blockSize = `${field.scrollHeight + 4}px`
  })

  if (failure)
    return (
      <p className="bar-told" role="alert">
        {failure}
      </p>
    )
  if (!entry) return null
  const limit = node?.maxLength
  const length = value.replace(FACT, '').length
  const save = async () => {
    if (value === written || text === undefined) return onClose()
    setBusy(true)
    try {
      const change = {
        kind: 'set' as const,
        path: place.path,
        value: typeof written === 'number' ? Number(value) : value,
      }
      onSaved(await session.save([{ file: place.file, version: entry.version, changes: [change] }], nameOf(place)))
    } catch (error) {
      const { problems, message } = error as Refusal
      setRefusal(
        problems?.length
          ? problems.map((one) => [one.message, one.help].filter(Boolean).join('. ')).join('\n')
          : message,
      )
      setBusy(false)
    }
  }
  return (
    <div className="text-field" style={{ insetInlineStart: box.left, top: box.top, inlineSize: box.width }}>
      <textarea
        ref={area}
        rows={1}
        value={value}
        style={styleOf(spot)}
        aria-label={nameOf(place)}
        aria-describedby="about"
        aria-invalid={refusal !== undefined}
        readOnly={isBusy}
        onChange={(event) => {
          setText(event.target.value)
          setRefusal(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            onClose()
          }
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault()
            void save()
          }
        }}
      />
      <div className="text-about" id="about">
        <p className="place">{nameOf(place)}</p>
        {node?.description && <p>{node.description}</p>}
        {refusal && (
          <p className="refusal" role="alert">
            {refusal}
          </p>
        )}
        <p className="row">
          {limit !== undefined && (
            <span className={length > limit ? 'count over' : 'count'}>
              {length} of {limit}
            </span>
          )}
          {[...new Set(Array.from(value.matchAll(FACT), ([, name = '']) => name))].map((name) => (
            <button type="button" className="fact" key={name} onClick={() => onFact(name)} title="Open the fact">
              {`{${name}}`}
            </button>
          ))}
          <button type="button" className="main" disabled={isBusy} onClick={save}>
            Save <kbd>Enter</kbd>
          </button>
          <button type="button" onClick={onClose}>
            Leave <kbd>Esc</kbd>
          </button>
        </p>
      </div>
    </div>
  )
}

/** The field lies over the text, never narrower than can be written in. */
function boxOf(spot: Spot) {
  const rects = rectsOf(spot)
  const [first] = rects
  if (!first) return undefined
  const edge = 12
  const [left, right] = [Math.min(...rects.map((one) => one.left)), Math.max(...rects.map((one) => one.right))]
  const holder = spot.range.startContainer.parentElement?.getBoundingClientRect()
  const least = Math.min(Math.max(right - left, holder?.width ?? 0, 280) + 16, innerWidth - 2 * edge)
  const width = Math.min(least, 760)
  return { left: Math.max(edge, Math.min(left - 8, innerWidth - edge - width)), top: first.top - 6, width }
}

/** As the text is set on the page, on what lies behind it. */
function styleOf({ range }: Spot): CSSProperties {
  const element = range.startContainer.parentElement ?? document.body
  const { font, letterSpacing, lineHeight, textAlign, color, textTransform } = getComputedStyle(element)
  return {
    font,
    letterSpacing,
    lineHeight,
    textAlign: textAlign as 'start',
    color,
    textTransform: textTransform as 'none',
    background: groundOf(element),
  }
}

function groundOf(element: Element | null): string {
  for (let at = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (!/^(?:transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(backgroundColor)) return backgroundColor
  }
  return 'var(--paper)'
}
