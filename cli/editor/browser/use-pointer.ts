import { useEffect, useRef } from 'react'
import type { Place } from '../../dev/marks.ts'
import type { EditedPage } from './page.ts'
import { type Spot, spotAt, textAt } from './spots.ts'

interface PointerOptions {
  page: EditedPage
  /** The editor, whose own events are ignored. */
  host: HTMLElement
  onPoint(spot: Spot | undefined): void
  onSpot(spot: Spot, point: { x: number; y: number }): void
  onGroup(place: Place): void
}

/** Handles pointing at texts of the page, and clicks on texts and on groups of fields. */
export function usePointer(options: PointerOptions): void {
  const latest = useRef(options)
  latest.current = options
  const { host, page } = options
  useEffect(() => {
    const isOurs = (event: Event) => event.composedPath().includes(host)
    const point = (event: PointerEvent) => {
      if (!isOurs(event)) latest.current.onPoint(spotAt(page.spots(), event.clientX, event.clientY))
    }
    const press = (event: MouseEvent) => {
      const { target, clientX: x, clientY: y } = event
      if (isOurs(event) || !(target instanceof Element) || event.detail === 0 || event.ctrlKey || event.metaKey) return
      const spot = event.altKey ? undefined : spotAt(page.spots(), x, y)
      const group = spot || event.altKey ? undefined : groupAround(page.spots(), target, textAt(x, y))
      if (!spot && !group && !event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (spot) return latest.current.onSpot(spot, { x, y })
      if (group) return latest.current.onGroup(group)
      // Alt makes a click work as for visitors; the browser itself would download the target of a link.
      latest.current.onPoint(undefined)
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
    }
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('pointermove', point, { signal })
    addEventListener('click', press, { capture: true, signal })
    return () => listening.abort()
  }, [host, page])
}

/**
 * Returns the group of fields of a part of the page: the common path of the texts in it, or else around it.
 * @param text the element whose text was clicked; a click on the rest of a button presses the button
 */
function groupAround(spots: readonly Spot[], target: Element, text: Element | undefined): Place | undefined {
  if (!text && target.closest('button, summary, input, select, textarea, label')) return undefined
  // Labels of the site are shown beside values of other files.
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

/** Returns the common path; of a single value, the group that contains it. */
function commonPath([first, ...others]: Place[]): Place['path'] {
  if (!first || others.length === 0) return first?.path.slice(0, -1) ?? []
  const same = first.path.findIndex((step, index) => others.some(({ path }) => path[index] !== step))
  return first.path.slice(0, same < 0 ? undefined : same)
}
