import { useEffect, useRef } from 'react'
import type { Place } from '../../dev/marks.ts'
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
      const spot = event.altKey ? undefined : spotAt(page.spots(), x, y)
      const group = spot || event.altKey ? undefined : groupAround(page.spots(), target, textAt(x, y))
      if (!spot && !group && !event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (spot) return latest.current.onSpot(spot, { x, y })
      if (group) return latest.current.onGroup(group)
      // With Alt a click does what one without it does for visitors: browsers would save what a link leads to.
      latest.current.onPoint(undefined)
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
    }
    addEventListener('pointermove', point)
    addEventListener('click', press, { capture: true })
    return () => {
      removeEventListener('pointermove', point)
      removeEventListener('click', press, { capture: true })
    }
  }, [host, page])
}
