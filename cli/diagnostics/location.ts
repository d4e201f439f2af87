/** Offsets in a string; the end is exclusive. */
export type Range = readonly [start: number, end: number]

/** A position in a file. Lines and columns start at 1. */
export interface Location {
  line: number
  column: number
  /** Number of characters: at least 1, and never past the end of the line. */
  length: number
}

export function toLocation(text: string, [start, end]: Range): Location {
  const from = Math.min(start, text.length)
  const before = text.slice(0, from)
  const rest = /\r?\n/.exec(text.slice(from))?.index ?? text.length - from
  return {
    line: before.split('\n').length,
    column: from - before.lastIndexOf('\n'),
    length: Math.max(Math.min(end - from, rest), 1),
  }
}

export function toOffset(text: string, { line, column }: Pick<Location, 'line' | 'column'>): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, text) => sum + text.length + 1, column - 1)
}

export function findLineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}
