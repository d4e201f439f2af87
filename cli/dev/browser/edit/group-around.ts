import type { Place } from '../../../edit/marks.ts'
import type { Spot } from './spots.ts'

/**
 * The group of fields that a part of the page shows: what the texts in it, or around it, have in common.
 * @param target what was clicked
 * @param text the element whose text was clicked; what links and buttons show besides does what it does
 */
export function groupAround(spots: readonly Spot[], target: Element, text: Element | undefined): Place | undefined {
  if (!text && target.closest('a, button, summary, input, select, textarea, label')) return undefined
  for (
    let at: Element | null = text ?? target;
    at && at.tagName !== 'MAIN' && at !== document.body;
    at = at.parentElement
  ) {
    const [first, ...others] = spots.filter(({ range }) => at?.contains(range.commonAncestorContainer))
    if (!first) continue
    const { file } = first.place
    const paths = [first, ...others].filter(({ place }) => place.file === file).map(({ place }) => place.path)
    const [path = []] = paths
    const same = path.findIndex((step, index) => !paths.every((other) => other[index] === step))
    const common = paths.length > 1 ? path.slice(0, same < 0 ? undefined : same) : path.slice(0, -1)
    return { file, path: common }
  }
  return undefined
}
