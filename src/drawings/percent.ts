/** Formats a percentage for SVG, rounded so that server and browser output match. */
export function formatPercent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100}%`
}

/**
 * Returns the positions and the width of equal columns as percentages. `space` is the gap, as a fraction of a column.
 */
export function computeColumnLayout(count: number, space: number): { at: (index: number) => string; width: string } {
  const width = 100 / (count * (1 + space) - space)
  return { at: (index) => formatPercent(index * width * (1 + space), 100), width: formatPercent(width, 100) }
}
