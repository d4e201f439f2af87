/** Figures that must make a total, and where the total stands in its entry. */
export interface Lines {
  parts: number[]
  total: number
  path: (string | number)[]
}

/** The sums that are wrong, in words for the person who wrote them. Cents are compared, not binary fractions. */
export function sumsOf(lines: Lines[]): { path: (string | number)[]; message: string }[] {
  return lines.flatMap(({ parts, total, path }) => {
    const made = Math.round(parts.reduce((sum, part) => sum + part, 0) * 100) / 100
    if (made === Math.round(total * 100) / 100) return []
    return [{ path, message: `the parts make ${made}, not ${total}` }]
  })
}
