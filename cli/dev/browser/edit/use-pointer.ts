import { useEffect, useRef } from 'react'
import type { Place } from '../../../edit/marks.ts'
import { groupAround } from './group-around.ts'
import type { EditedPage } from './page.ts'
import { type Spot, spotAt, textAt } from './spots.ts'

interface PointerOptions {
  page: EditedPage
  /** The editor itself, which the page's clicks are not about. */
  host: HTMLElement
  onPoint(spot: Spot | undefined): void
  onSpot(spot: Spot, point: { x: number; y: number }): void
  onGroup(place: Place): void
}

/** Pointing at the page, and clicking on it: on a text, or on what else a group of fields shows. */
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
      // With Alt a click does what it does for visitors; browsers would save what a link leads to.
      const link = event.altKey ? target.closest('a') : null
      if (event.altKey) latest.current.onPoint(undefined)
      const spot = event.altKey ? undefined : spotAt(page.spots(), x, y)
      const group = spot || event.altKey ? undefined : groupAround(page.spots(), target, textAt(x, y))
      if (!spot && !group && !link) return
      event.preventDefault()
      event.stopPropagation()
      if (spot) latest.current.onSpot(spot, { x, y })
      else if (group) latest.current.onGroup(group)
      else link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
    }
    addEventListener('pointermove', point)
    addEventListener('click', press, { capture: true })
    return () => {
      removeEventListener('pointermove', point)
      removeEventListener('click', press, { capture: true })
    }
  }, [host, page])
}
