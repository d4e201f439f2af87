/** A place in a file. Line and column count from 1, in the file as it is. */
export interface Place {
  line: number
  column: number
  /** In characters, at least 1; never past the end of the line. */
  length: number
}

/** Tells places of ranges of a text. The lines are counted only once somebody asks. */
export function createPlaces(text: string): (start: number, end: number) => Place {
  let lineStarts: number[] | undefined
  return (start, end) => {
    lineStarts ??= startsOf(text)
    const from = Math.min(start, text.length)
    let low = 0
    let high = lineStarts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((lineStarts[middle] ?? 0) <= from) low = middle
      else high = middle - 1
    }
    const next = text.indexOf('\n', from)
    const lineEnd = next < 0 ? text.length : text[next - 1] === '\r' ? next - 1 : next
    const length = Math.max(Math.min(end, lineEnd) - from, 1)
    return { line: low + 1, column: from - (lineStarts[low] ?? 0) + 1, length }
  }
}

function startsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
