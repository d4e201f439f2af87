/** A replacement for a range of text. Offsets refer to the text before any edits. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Applies edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let from = 0
  for (const edit of inOrder(edits)) {
    result += text.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return result + text.slice(from)
}

/** Returns the offset in the original text that corresponds to an offset in the edited text. */
export function toOriginalOffset(offset: number, edits: readonly Edit[]): number {
  let shift = 0
  for (const { start, end, text } of inOrder(edits)) {
    const begins = start + shift
    if (offset <= begins) break
    if (offset < begins + text.length) return Math.min(end, start + offset - begins)
    shift += text.length - (end - start)
  }
  return offset - shift
}

/** Returns the fixes that do not overlap an earlier fix, so that all of them can be applied together. */
export function removeOverlappingFixes<T extends { edits: readonly Edit[] }>(fixes: readonly T[]): T[] {
  const accepted: Edit[] = []
  return fixes.filter(({ edits }) => {
    const free = edits.every((edit) => accepted.every((other) => edit.end < other.start || other.end < edit.start))
    if (free) accepted.push(...edits)
    return free
  })
}

function inOrder(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((a, b) => a.start - b.start)
}
