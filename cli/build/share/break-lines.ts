/**
 * Breaks text into the fewest lines that fit. The lines are nearly equal in length, so that no line is a single word.
 */
export function breakLines(text: string, width: number, measure: (line: string) => number): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const fill = (limit: number) => {
    const lines: string[] = []
    for (const word of words) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
      if (lines.length > 0 && measure(longer) <= limit) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }
  const fewest = fill(width)
  for (let limit = width * 0.6; limit < width; limit += width * 0.05) {
    const lines = fill(limit)
    if (lines.length === fewest.length) return lines
  }
  return fewest
}
