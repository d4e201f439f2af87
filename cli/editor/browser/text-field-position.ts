import type { CSSProperties } from 'react'
import { getTextRects, isTransparent, type PageText } from './page-texts.ts'

/** Minimum font size of the field, in CSS pixels. */
const MIN_FONT_SIZE = 16
/** Minimum distance between the field and the window's edges, in CSS pixels. */
const EDGE = 12

/** Returns the position and width of the field to place over the text; undefined while the text is hidden. */
export function getTextBox(pageText: PageText) {
  const rects = getTextRects(pageText)
  const [first] = rects
  if (!first) return undefined
  const [left, right] = [Math.min(...rects.map((box) => box.left)), Math.max(...rects.map((box) => box.right))]
  const parent = pageText.range.startContainer.parentElement?.getBoundingClientRect()
  const wanted = Math.min(Math.max(right - left, parent?.width ?? 0, 320) + 16, innerWidth - 2 * EDGE)
  const width = Math.min(wanted, 760)
  return { left: Math.max(EDGE, Math.min(left - 8, innerWidth - EDGE - width)), top: first.top - 6, width }
}

/** Returns the font, color and background of text on the page. */
export function getTextStyle({ range }: PageText): CSSProperties {
  const element = range.startContainer.parentElement ?? document.body
  const { fontFamily, fontWeight, fontSize, letterSpacing, lineHeight, textAlign, color, fill } =
    getComputedStyle(element)
  const size = Number.parseFloat(fontSize)
  return {
    ...{
      fontFamily,
      fontWeight,
      fontSize: Math.max(MIN_FONT_SIZE, size),
      letterSpacing,
      background: backgroundOf(element),
    },
    lineHeight: Math.max(1.1, Number.parseFloat(lineHeight) / size || 1.3),
    textAlign: textAlign as 'start',
    color: element instanceof SVGElement ? fill : color,
  }
}

function backgroundOf(element: Element | null): string {
  for (let current = element; current; current = current.parentElement) {
    const { backgroundColor } = getComputedStyle(current)
    if (!isTransparent(backgroundColor)) return backgroundColor
  }
  return 'var(--paper)'
}

/**
 * Returns the offset in the field's value that corresponds to a point on the page; undefined if it cannot be
 * determined.
 */
export function findOffsetAt({ range }: PageText, value: string, point: { x: number; y: number } | undefined) {
  const caret = point && document.caretRangeFromPoint(point.x, point.y)
  // Compare only lengths, because the page contains typographic replacements, such as no-break spaces.
  if (
    !caret ||
    range.toString().length !== value.length ||
    !range.isPointInRange(caret.startContainer, caret.startOffset)
  )
    return undefined
  const before = range.cloneRange()
  before.setEnd(caret.startContainer, caret.startOffset)
  return before.toString().length
}
