import type { CSSProperties } from 'react'
import { isClear, rectsOf, type Spot } from './spots.ts'

/** Smallest font size of the field, in CSS pixels. */
const MIN_FONT_SIZE = 16
const EDGE = 12

/** Returns the box of the field over a text, at least wide enough to type in; undefined while the text is hidden. */
export function boxOf(spot: Spot) {
  const rects = rectsOf(spot)
  const [first] = rects
  if (!first) return undefined
  const [left, right] = [Math.min(...rects.map((one) => one.left)), Math.max(...rects.map((one) => one.right))]
  const holder = spot.range.startContainer.parentElement?.getBoundingClientRect()
  const least = Math.min(Math.max(right - left, holder?.width ?? 0, 320) + 16, innerWidth - 2 * EDGE)
  const width = Math.min(least, 760)
  return { left: Math.max(EDGE, Math.min(left - 8, innerWidth - EDGE - width)), top: first.top - 6, width }
}

/** Returns the font, colour and background of a text. */
export function styleOf({ range }: Spot): CSSProperties {
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
      background: groundOf(element),
    },
    lineHeight: Math.max(1.1, Number.parseFloat(lineHeight) / size || 1.3),
    textAlign: textAlign as 'start',
    color: element instanceof SVGElement ? fill : color,
  }
}

function groundOf(element: Element | null): string {
  for (let at = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (!isClear(backgroundColor)) return backgroundColor
  }
  return 'var(--paper)'
}

/** Returns the index of the character under a point; undefined if the page shows another text than the field. */
export function offsetAt({ range }: Spot, written: string, at: { x: number; y: number } | undefined) {
  const caret = at && document.caretRangeFromPoint(at.x, at.y)
  // Typographic replacements, such as no-break spaces, have the same length.
  if (
    !caret ||
    range.toString().length !== written.length ||
    !range.isPointInRange(caret.startContainer, caret.startOffset)
  )
    return undefined
  const before = range.cloneRange()
  before.setEnd(caret.startContainer, caret.startOffset)
  return before.toString().length
}
