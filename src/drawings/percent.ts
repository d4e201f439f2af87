/** Formats a share for SVG, rounded so that server and browser write the same. */
export function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100}%`
}

/** Positions and width of equal columns, as shares of the drawing. `space` between them is a share of a column. */
export function sideBySide(count: number, space: number): { at: (index: number) => string; width: string } {
  const width = 100 / (count * (1 + space) - space)
  return { at: (index) => percent(index * width * (1 + space), 100), width: percent(width, 100) }
}
