import { useRef } from 'react'
import { PanelFrame } from './panel-frame.tsx'
import { nameOf, rectsOf, type Spot } from './spots.ts'

interface TextListProps {
  spots: readonly Spot[]
  onPoint(spot: Spot): void
  onOpen(spot: Spot): void
  onClose(): void
}

/** Every text that is seen on the page, in its order, for who has no pointer. */
export function TextList({ spots, onPoint, onOpen, onClose }: TextListProps) {
  const list = useRef<HTMLOListElement>(null)
  const seen = spots.filter((spot) => rectsOf(spot).length > 0)
  const go = (from: number, by: number) => {
    const buttons = list.current?.querySelectorAll('button') ?? []
    buttons[Math.max(0, Math.min(buttons.length - 1, from + by))]?.focus()
  }
  return (
    <PanelFrame title={`Texts of this page (${seen.length})`} onClose={onClose}>
      <ol className="texts" ref={list}>
        {seen.map((spot, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may stand on a page twice
          <li key={`${nameOf(spot.place)} ${index}`}>
            <button
              type="button"
              tabIndex={index === 0 ? 0 : -1}
              onFocus={() => {
                spot.range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
                onPoint(spot)
              }}
              onKeyDown={({ key }) => {
                if (key === 'ArrowDown') go(index, 1)
                if (key === 'ArrowUp') go(index, -1)
                if (key === 'Home') go(0, 0)
                if (key === 'End') go(seen.length, 0)
              }}
              onClick={() => onOpen(spot)}
            >
              {spot.range.toString().trim().slice(0, 120)}
              <small>{nameOf(spot.place)}</small>
            </button>
          </li>
        ))}
      </ol>
    </PanelFrame>
  )
}
