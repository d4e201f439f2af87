import { hasModifier } from '@northshelf/site/client/has-modifier.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { BODY } from '../../dev/marks.ts'
import { PanelFrame } from './panel-frame.tsx'
import { nameOf, rectsOf, type Spot } from './spots.ts'

interface TextListProps {
  spots: readonly Spot[]
  onPoint(spot: Spot): void
  onOpen(spot: Spot): void
  onClose(): void
}

/** Lists the visible texts of the page for keyboard users. */
export function TextList({ spots, onPoint, onOpen, onClose }: TextListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [at, setAt] = useState(0)
  const seen = spots.filter((spot) => rectsOf(spot).length > 0)
  const current = Math.min(at, seen.length - 1)
  const move = (event: KeyboardEvent) => {
    const isInList = list.current?.contains(event.target as Element)
    const by = isInList ? 1 : 0
    const steps: Record<string, number> = {
      ...{ ArrowDown: current + by, ArrowUp: current - by },
      ...{ Home: 0, End: seen.length - 1 },
    }
    const to = steps[event.key]
    if (to === undefined || hasModifier(event.nativeEvent)) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[Math.max(0, Math.min(seen.length - 1, to))]?.focus()
  }
  return (
    <PanelFrame title={`Texts of this page (${seen.length})`} onKey={move} onClose={onClose}>
      <p className="about">Arrow keys go from text to text, Enter opens one.</p>
      <ol className="texts" ref={list}>
        {seen.map((spot, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may be on a page twice
          <li key={`${nameOf(spot.place)} ${index}`}>
            <button
              type="button"
              tabIndex={index === current ? 0 : -1}
              onFocus={() => {
                setAt(index)
                spot.range.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' })
                onPoint(spot)
              }}
              onClick={() => onOpen(spot)}
            >
              {spot.range.toString().trim().slice(0, 120)}
              <small>{nameOf(spot.place).replace(BODY, 'text')}</small>
            </button>
          </li>
        ))}
      </ol>
    </PanelFrame>
  )
}
