import type { Place } from '../../../edit/marks.ts'
import type { Spot } from './spots.ts'

/** The group of fields that a part of the page shows: what the texts in it, or around it, have in common. */
export function groupAround(spots: readonly Spot[], target: Element): Place | undefined {
  // Links, buttons and their like do what they do.
  if (target.closest('a, button, summary, input, select, textarea, label')) return undefined
  for (let at: Element | null = target; at && at.tagName !== 'MAIN' && at !== document.body; at = at.parentElement) {
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
