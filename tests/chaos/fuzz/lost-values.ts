import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml'

/**
 * Values of fields that a fix has cost: those of the unbroken text that stand in no line that was broken or mended,
 * and are not in the mended text. Read by the plain YAML parser, apart from everything that the fixes go by.
 */
export function lostValues(whole: string, broken: string, mended: string): string[] {
  const old = listValues(whole)
  const now = listValues(mended)
  if (!old || !now) return []
  const [start, end] = changedLines(whole, broken)
  const [from, to] = changedLines(broken, mended)
  // Lines after the broken ones may have moved; a margin of that keeps them apart from the mended ones.
  const shift = Math.abs(whole.split('\n').length - broken.split('\n').length)
  const left = new Map<string, number>()
  for (const { value } of now) left.set(value, (left.get(value) ?? 0) + 1)
  return old.flatMap(({ value, first, last }) => {
    if (last >= start && first <= end) return []
    if (last >= from - shift && first <= to + shift) return []
    const count = left.get(value) ?? 0
    left.set(value, count - 1)
    return count > 0 ? [] : [value]
  })
}

/** First and last line, from 0, of the first text between what both begin and end with. */
function changedLines(before: string, after: string): [number, number] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  return [start, Math.max(old.length - 1 - end, start)]
}

/** The values of a file or its front matter, with their lines; undefined when it cannot be read. */
function listValues(text: string): { value: string; first: number; last: number }[] | undefined {
  const opening = /^---\n/.exec(text)?.[0].length ?? 0
  const yaml = opening ? text.slice(0, Math.max(text.indexOf('\n---', opening), 0)).replace(/^---/, '   ') : text
  const lineCounter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter, logLevel: 'silent' })
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined
  const values: { value: string; first: number; last: number }[] = []
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || !isScalar(node) || !node.range) return
      const lineOf = (offset: number) => lineCounter.linePos(offset).line - 1
      values.push({ value: JSON.stringify(node.value), first: lineOf(node.range[0]), last: lineOf(node.range[1]) })
    },
  })
  return values
}
