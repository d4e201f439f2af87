import { hasModifier } from '@northshelf/site/ui/has-modifier.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { BODY_PATH_SEGMENT, formatValueName } from '../../dev/source-marks.ts'
import { getTextRects, type PageText } from './page-texts.ts'
import { PanelFrame } from './panel-frame.tsx'

interface TextListProps {
  texts: readonly PageText[]
  onPoint(pageText: PageText): void
  onOpen(pageText: PageText): void
  onClose(): void
}

/** Lists the visible text on the page, for keyboard users. */
export function TextList({ texts, onPoint, onOpen, onClose }: TextListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [at, setAt] = useState(0)
  const visible = texts.filter((text) => getTextRects(text).length > 0)
  const last = visible.length - 1
  const current = Math.min(at, last)
  const move = (event: KeyboardEvent) => {
    const by = list.current?.contains(event.target as Element) ? 1 : 0
    const steps: Record<string, number> = { ArrowDown: current + by, ArrowUp: current - by, Home: 0, End: last }
    const to = steps[event.key]
    if (to === undefined || hasModifier(event.nativeEvent)) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[Math.max(0, Math.min(last, to))]?.focus()
  }
  return (
    <PanelFrame title={`Text on this page (${visible.length})`} onKey={move} onClose={onClose}>
      <p className="about">Press the arrow keys to select text, and Enter to edit it.</p>
      <ol className="texts" ref={list}>
        {visible.map((pageText, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text may appear twice on a page
          <li key={`${formatValueName(pageText.place)} ${index}`}>
            <button
              type="button"
              tabIndex={index === current ? 0 : -1}
              onFocus={() => {
                setAt(index)
                pageText.range.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' })
                onPoint(pageText)
              }}
              onClick={() => onOpen(pageText)}
            >
              {pageText.range.toString().trim().slice(0, 120)}
              <small>{formatValueName(pageText.place).replace(BODY_PATH_SEGMENT, 'text')}</small>
            </button>
          </li>
        ))}
      </ol>
    </PanelFrame>
  )
}
