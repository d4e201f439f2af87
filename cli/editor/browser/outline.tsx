import { BODY_PATH_SEGMENT, formatValueName } from '../../dev/source-marks.ts'
import { useRenderOnLayout } from './page-hooks.ts'
import { getTextRects, type PageText } from './page-texts.ts'

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
      {rects.map(({ left, top, width, height }, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
          key={index}
          style={{ insetInlineStart: left - 3, top: top - 2, inlineSize: width + 6, blockSize: height + 4 }}
        />
      ))}
      <b style={{ insetInlineStart: Math.max(4, first.left - 3), top: Math.max(4, first.top - 26) }}>
        {formatValueName(pageText.place).replace(BODY_PATH_SEGMENT, 'text')}
      </b>
    </div>
  )
}
