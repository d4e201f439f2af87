import type { Range } from '../../diagnostics/location.ts'

/** No text is nested half as deep, and browsers stop at 512 elements. */
const LEVELS = 60
/** In one paragraph. Some ten times as many, one in the other, would overflow the parser's stack and end the process. */
const MARKS = 20_000
/** What begins quotes and list entries, in the order in which they stand in each other. */
const BEGINNING = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))[ \t]*)+/
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/

/** The first line whose quotes, list entries and marks stand deeper in each other than anything that is meant. */
export function findTooDeep(text: string): Range | undefined {
  let open: number[] = []
  let marks = 0
  let start = 0
  for (const line of text.split('\n')) {
    if (text.length > MARKS) marks = line.trim() === '' ? 0 : marks + line.split(/[*_~]/).length - 1
    const [beginning] = (!RULE.test(line) && BEGINNING.exec(line)) || []
    if (beginning) {
      const columns = [...beginning.matchAll(/>|[-*+]|\d+[.)]/g)].map(({ index }) => index)
      open = [...open.filter((column) => column < (columns[0] ?? 0)), ...columns]
    }
    if (open.length > LEVELS || marks > MARKS) return [start + line.search(/\S/), start + line.trimEnd().length]
    start += line.length + 1
  }
  return undefined
}
