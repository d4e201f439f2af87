import { useEffect, useReducer } from 'react'
import { BODY_PATH_SEGMENT } from '../../dev/source-marks.ts'
import { formatValueName, getTextRects, type PageText } from './page-texts.ts'

/** Re-renders a component when the page scrolls, or when the page or window changes size. */
export function useRenderOnLayout(): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('scroll', draw, { capture: true, passive: true, signal })
    addEventListener('resize', draw, { signal })
    const observer = new ResizeObserver(draw)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [])
}

/** Outlines text on the page and shows the name of its value. */
export function Outline({ pageText }: { pageText: PageText }) {
  useRenderOnLayout()
  const lines = getTextRects(pageText)
  const container = pageText.range.commonAncestorContainer
  // Outlines a body as a whole, because it has many lines.
  const isBody = pageText.place.path[0] === BODY_PATH_SEGMENT && container instanceof Element && lines.length > 0
  const rects = isBody ? [container.getBoundingClientRect()] : lines
  const [first] = rects
  if (!first) return null
  return (
    <div className="outline" aria-hidden="true">
      {rects.map((box, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
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
        {formatValueName(pageText.place).replace(BODY_PATH_SEGMENT, 'text')}
      </b>
    </div>
  )
}
