import { percent } from './percent.ts'

/** Equal widths side by side, as shares of the drawing. `space` between them is in parts of a width. */
export function sideBySide(count: number, space: number): { at: (place: number) => string; width: string } {
  const width = 100 / (count * (1 + space) - space)
  return { at: (place) => percent(place * width * (1 + space), 100), width: percent(width, 100) }
}
