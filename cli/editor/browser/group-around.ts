import type { Place } from '../../dev/marks.ts'
import type { Spot } from './spots.ts'

/**
 * The group of fields that a part of the page shows: what the texts in it, or around it, have in common.
 * @param target what was clicked
 * @param text the element whose text was clicked; what buttons show besides does what it does
 */
export function groupAround(spots: readonly Spot[], target: Element, text: Element | undefined): Place | undefined {
  if (!text && target.closest('button, summary, input, select, textarea, label')) return undefined
  // What the site calls things stands beside values of any file.
  const own = spots.filter(({ place }) => place.path[0] !== 'labels')
  for (
    let at: Element | null = text ?? target;
    at && at.tagName !== 'MAIN' && at !== document.body;
    at = at.parentElement
  ) {
    const inside = own.filter(({ range }) => at?.contains(range.commonAncestorContainer)).map(({ place }) => place)
    const [first] = inside
    if (first) return { file: first.file, path: commonPath(inside.filter(({ file }) => file === first.file)) }
  }
  return undefined
}

/** Of one value, the group that it is in. */
function commonPath([first, ...others]: Place[]): Place['path'] {
  if (!first || others.length === 0) return first?.path.slice(0, -1) ?? []
  const same = first.path.findIndex((step, index) => others.some(({ path }) => path[index] !== step))
  return first.path.slice(0, same < 0 ? undefined : same)
}
