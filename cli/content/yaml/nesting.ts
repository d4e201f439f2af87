import type { Range } from '../../diagnostics/location.ts'

/** Maximum nesting level. Real content needs less than half; browsers stop nesting at 512 elements. */
const LEVELS = 60
/** Maximum number of emphasis marks per paragraph. Nesting about ten times as many overflows the parser's stack. */
const MARKS = 20_000
/** Matches nested quote and list markers at the start of a line. */
const BEGINNING = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))[ \t]*)+/
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/

/** Returns the range of the first line whose quotes, list items or emphasis marks exceed the limits. */
export function findTooDeepNesting(text: string): Range | undefined {
  let open: number[] = []
  let marks = 0
  let start = 0
  for (const line of text.split('\n')) {
    if (text.length > MARKS) marks = line.trim() === '' ? 0 : marks + line.split(/[*_~]/).length - 1
    const [beginning] = (!RULE.test(line) && BEGINNING.exec(line)) || []
    if (beginning) {
      const columns = [...beginning.matchAll(/>|[-*+]|(?<!\d)\d+[.)]/g)].map(({ index }) => index)
      open = [...open.filter((column) => column < (columns[0] ?? 0)), ...columns]
    }
    if (open.length > LEVELS || marks > MARKS) return [start + line.search(/\S/), start + line.trimEnd().length]
    start += line.length + 1
  }
  return undefined
}
