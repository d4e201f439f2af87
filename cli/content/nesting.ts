import type { Range } from './source.ts'

/** No text is nested half as deep, and a parser takes minutes for a thousand levels. */
const LEVELS = 60
/** What begins quotes and list entries, in the order in which they stand in each other. */
const BEGINNING = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))[ \t]*)+/
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/

/** The first line whose quotes and list entries stand deeper in each other than anything that is meant. */
export function findTooDeep(text: string): Range | undefined {
  let open: number[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const [beginning] = (!RULE.test(line) && BEGINNING.exec(line)) || []
    if (beginning) {
      const columns = [...beginning.matchAll(/>|[-*+]|\d+[.)]/g)].map(({ index }) => index)
      open = [...open.filter((column) => column < (columns[0] ?? 0)), ...columns]
      if (open.length > LEVELS) return [start + line.search(/\S/), start + line.trimEnd().length]
    }
    start += line.length + 1
  }
  return undefined
}
