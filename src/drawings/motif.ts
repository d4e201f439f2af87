import type { Tone } from './frame.ts'

/**
 * Tones of a cover:
 * - `figure`: main shapes
 * - `accent`: highlights
 * - `own`: the agency's own results
 * - `knock`: holes in figures, in the colour of the ground
 * - `ink`: print on accents
 * - `line`: outlines
 * - `gap`: missing parts, dashed
 */
export type CoverTone = 'figure' | 'accent' | 'own' | 'knock' | 'line' | 'gap' | 'ink'

export interface Shape {
  tone: CoverTone
  d: string
}

export const grounds = ['paper', 'tag', 'cobalt', 'night'] as const
export type Ground = (typeof grounds)[number]

/** A drawing of 480 by 270 units, and its default ground. */
export interface Motif {
  ground: Ground
  shapes: Shape[]
}

/** Returns the path of a rectangle. */
export function cell(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`
}

/** Returns the path of a grid of rectangles. `step` is the horizontal and vertical distance between them. */
export function cells(
  x: number,
  y: number,
  columns: number,
  rows: number,
  size: [number, number],
  step: [number, number],
): string {
  let path = ''
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) path += cell(x + column * step[0], y + row * step[1], ...size)
  }
  return path
}

/** The square in the middle, which remains visible in every crop. */
export const box = { x: 130, y: 25, width: 220, height: 220 }

/** Draws a vertical line at a position that is given as a fraction of the width. */
export function verticalLine(fraction: number): Shape {
  return { tone: 'accent', d: cell(Math.round(box.x + fraction * box.width) - 2, box.y - 8, 5, box.height + 16) }
}

export const tones: Record<Tone, CoverTone> = {
  ink: 'figure',
  own: 'own',
  soft: 'line',
  cost: 'line',
  waste: 'gap',
  result: 'accent',
}

export type Span = [from: number, to: number, tone: CoverTone]

/** Draws rows of spans. All rows have the same scale. */
export function rows(lines: Span[][], whole: number): Shape[] {
  const step = box.height / lines.length
  const at = (value: number) => Math.round(box.x + (value / whole) * box.width)
  return lines.flatMap((spans, index) =>
    spans
      .filter(([from, to]) => from !== to)
      .map(([from, to, tone]) => {
        const [left, right] = [at(Math.min(from, to)), at(Math.max(from, to))]
        const top = Math.round(box.y + index * step + step * 0.16)
        return { tone, d: cell(left, top, Math.max(2, right - left), Math.round(step * 0.68)) }
      }),
  )
}

export function accentLast(points: number[]): [number, CoverTone][] {
  return points.map((point, index) => [point, index === points.length - 1 ? 'accent' : 'own'])
}

/** Draws columns that stand on a board. */
export function columns(values: [number, CoverTone][]): Shape[] {
  const top = Math.max(...values.map(([value]) => value))
  const step = box.width / values.length
  return [
    ...values.map(([value, tone], index): Shape => {
      const height = Math.max(2, Math.round((value / top) * (box.height - 12)))
      const x = Math.round(box.x + index * step + step * 0.1)
      return { tone, d: cell(x, box.y + box.height - height, Math.round(step * 0.8), height) }
    }),
    { tone: 'figure', d: cell(box.x - 12, box.y + box.height, box.width + 24, 5) },
  ]
}
