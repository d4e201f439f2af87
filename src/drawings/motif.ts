import { computeFraction } from './numbers.ts'
import type { Tone } from './picture-fields.ts'

/**
 * Tones of a cover:
 * - `figure`: main shapes
 * - `accent`: highlights
 * - `own`: shapes that show the agency's own results
 * - `knock`: holes in figures, in the background color
 * - `ink`: text and details drawn on accents
 * - `line`: outlines
 * - `gap`: missing parts, dashed
 */
export type CoverTone = 'figure' | 'accent' | 'own' | 'knock' | 'line' | 'gap' | 'ink'

export interface Shape {
  tone: CoverTone
  d: string
}

export const coverBackgrounds = ['paper', 'tag', 'cobalt', 'night'] as const
export type CoverBackground = (typeof coverBackgrounds)[number]

/** A drawing of 480 by 270 units with a default background. */
export interface Motif {
  ground: CoverBackground
  shapes: Shape[]
}

export function drawRectangle(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`
}

/**
 * Returns the path of a grid of rectangles. `step` is the horizontal and vertical distance between them. Coordinates are
 * relative, so that the rectangles have the same text, which compresses well.
 */
export function drawRectangleGrid(
  x: number,
  y: number,
  columns: number,
  rows: number,
  size: [number, number],
  step: [number, number],
): string {
  const [width, height] = size
  const rectangle = `h${width}v${height}h-${width}z`
  // Closing a rectangle returns to its first corner.
  const row = rectangle + `m${step[0]} 0${rectangle}`.repeat(columns - 1)
  return `M${x} ${y}${row}${`m${-step[0] * (columns - 1)} ${step[1]}${row}`.repeat(rows - 1)}`
}

/** Draws a cell for each occurrence of a letter in rows of characters. */
export function drawCells(rows: string[], letter: string, drawCell: (x: number, y: number) => string): string {
  return rows.flatMap((row, y) => [...row].map((found, x) => (found === letter ? drawCell(x, y) : ''))).join('')
}

/** The square in the middle of a drawing that remains visible in every crop. */
export const safeArea = { x: 130, y: 25, width: 220, height: 220 }

/** Draws a vertical line at the given fraction of the width. */
export function drawVerticalLine(fraction: number): Shape {
  return {
    tone: 'accent',
    d: drawRectangle(Math.round(safeArea.x + fraction * safeArea.width) - 2, safeArea.y - 8, 5, safeArea.height + 16),
  }
}

export const coverTones: Record<Tone, CoverTone> = {
  ink: 'figure',
  own: 'own',
  soft: 'line',
  cost: 'line',
  waste: 'gap',
  result: 'accent',
}

export type MotifSpan = [from: number, to: number, tone: CoverTone]

/** Draws rows of spans that share one scale, from 0 to `whole`. */
export function drawRows(lines: MotifSpan[][], whole = 1): Shape[] {
  const step = safeArea.height / lines.length
  const at = (value: number) => Math.round(safeArea.x + computeFraction(value, whole) * safeArea.width)
  return lines.flatMap((spans, index) =>
    spans
      .filter(([from, to]) => from !== to)
      .map(([from, to, tone]) => {
        const left = at(Math.min(from, to))
        const right = at(Math.max(from, to))
        const top = Math.round(safeArea.y + index * step + step * 0.16)
        return { tone, d: drawRectangle(left, top, Math.max(2, right - left), Math.round(step * 0.68)) }
      }),
  )
}

export function accentLastPoint(points: number[]): [number, CoverTone][] {
  return points.map((point, index) => [point, index === points.length - 1 ? 'accent' : 'own'])
}

/** Draws columns that stand on a board. */
export function drawColumns(values: [number, CoverTone][]): Shape[] {
  const top = Math.max(...values.map(([value]) => value))
  const step = safeArea.width / values.length
  return [
    ...values.map(([value, tone], index): Shape => {
      const height = Math.max(2, Math.round(computeFraction(value, top) * (safeArea.height - 12)))
      const x = Math.round(safeArea.x + index * step + step * 0.1)
      return { tone, d: drawRectangle(x, safeArea.y + safeArea.height - height, Math.round(step * 0.8), height) }
    }),
    { tone: 'figure', d: drawRectangle(safeArea.x - 12, safeArea.y + safeArea.height, safeArea.width + 24, 5) },
  ]
}
