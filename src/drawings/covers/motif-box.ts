import { cell } from './cells.ts'
import type { Shape } from './shape.ts'

/** The square in the middle of a cover that every crop keeps. */
export const box = { x: 130, y: 25, width: 220, height: 220 }

/** A line down the drawing, at a share of its width. */
export function upright(share: number): Shape {
  return { tone: 'accent', d: cell(Math.round(box.x + share * box.width) - 2, box.y - 8, 5, box.height + 16) }
}
