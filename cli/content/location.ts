import type { Range } from './source.ts'

/** Where something stands in a file. Line and column count from 1, in the file as it is. */
export interface Location {
  line: number
  column: number
  /** In characters, at least 1; never past the end of the line. */
  length: number
}

export function locationOf(text: string, [start, end]: Range): Location {
  const from = Math.min(start, text.length)
  const before = text.slice(0, from)
  const rest = /\r?\n/.exec(text.slice(from))?.index ?? text.length - from
  return {
    line: before.split('\n').length,
    column: from - before.lastIndexOf('\n'),
    length: Math.max(Math.min(end - from, rest), 1),
  }
}
