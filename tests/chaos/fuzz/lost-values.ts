import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml'

/**
 * Lists values that a fix has lost: values on undamaged and unfixed lines of the original text that are missing from
 * the fixed text. Uses the plain YAML parser, which does not depend on the code that fixes files.
 */
export function lostValues(original: string, damaged: string, fixed: string): string[] {
  const old = listValues(original)
  const now = listValues(fixed)
  if (!old || !now) return []
  const [start, end] = changedLines(original, damaged)
  const [from, to] = changedLines(damaged, fixed)
  // The damage may have shifted lines by up to this many, so ignores that many lines around the fixed ones.
  const shift = Math.abs(original.split('\n').length - damaged.split('\n').length)
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

/** Returns the zero-based numbers of the first and last line in `before` that differ from `after`. */
function changedLines(before: string, after: string): [number, number] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  return [start, Math.max(old.length - 1 - end, start)]
}

/** Lists the values of a file or its front matter, with their lines; undefined if it cannot be parsed. */
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
