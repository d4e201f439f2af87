import type { Range } from '../../diagnostics/location.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Lists the ranges of fenced code blocks and code spans in Markdown text, in time proportional to its length. */
export function listCodeRanges(text: string): Range[] {
  if (!/[`~]/.test(text)) return []
  const ranges: Range[] = []
  let fence: { mark: string; start: number } | undefined
  /** Start of the paragraph or fence that contains the line. */
  let start = 0
  let end = 0
  for (const line of text.split(/(?<=\n)/)) {
    const [, mark = ''] = FENCE.exec(line) ?? []
    const lineStart = end
    const content = line.trim()
    end += line.length
    if (fence) {
      if (!mark.startsWith(fence.mark) || content !== mark) continue
      ranges.push([fence.start, lineStart + line.trimEnd().length])
      fence = undefined
      start = end
    } else if (mark !== '' || content === '') {
      ranges.push(...listCodeSpans(text.slice(start, lineStart), start))
      if (mark !== '') fence = { mark, start: lineStart }
      start = end
    }
  }
  ranges.push(...(fence ? [[fence.start, end] as Range] : listCodeSpans(text.slice(start), start)))
  return ranges
}

/** Lists the code spans of a paragraph, each of which opens and closes with the same number of backticks. */
function listCodeSpans(paragraph: string, offset: number): Range[] {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  /** Index in `runs` of the next run of the same length, for each run. */
  const closing: (number | undefined)[] = []
  const next = new Map<number, number>()
  for (const [index, { length }] of [...runs.entries()].reverse()) {
    closing[index] = next.get(length)
    next.set(length, index)
  }
  const ranges: Range[] = []
  for (let index = 0; index < runs.length; index += 1) {
    const opens = runs[index] as (typeof runs)[0]
    const close = runs[closing[index] ?? -1]
    if (!close || paragraph[opens.index - 1] === '\\') continue
    ranges.push([offset + opens.index, offset + close.index + close.length])
    index = closing[index] as number
  }
  return ranges
}
