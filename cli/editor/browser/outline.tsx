import { useEffect, useReducer } from 'react'
import { BODY } from '../../dev/marks.ts'
import { nameOf, rectsOf, type Spot } from './spots.ts'

/** Draws a component anew while the page scrolls, or it or its window change their size. */
export function useWindow(): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const see = () => draw()
    addEventListener('scroll', see, { capture: true, passive: true })
    addEventListener('resize', see)
    const observer = new ResizeObserver(see)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', see, { capture: true })
      removeEventListener('resize', see)
    }
  }, [])
}

/** Lines around a text, and what it is called. */
export function Outline({ spot }: { spot: Spot }) {
  useWindow()
  const lines = rectsOf(spot)
  const holder = spot.range.commonAncestorContainer
  // A text under the fields is long: one line around all of it.
  const isBody = spot.place.path[0] === BODY && holder instanceof Element && lines.length > 0
  const rects = isBody ? [holder.getBoundingClientRect()] : lines
  const [first] = rects
  if (!first) return null
  return (
    <div className="outline" aria-hidden="true">
      {rects.map((box, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the text
          key={index}
          style={{
            insetInlineStart: box.left - 3,
            top: box.top - 2,
            inlineSize: box.width + 6,
            blockSize: box.height + 4,
          }}
        />
      ))}
      <b style={{ insetInlineStart: Math.max(4, first.left - 3), top: Math.max(4, first.top - 26) }}>
        {nameOf(spot.place).replace(BODY, 'text')}
      </b>
    </div>
  )
}
