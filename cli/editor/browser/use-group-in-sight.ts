import { useEffect } from 'react'
import type { Place } from '../../dev/marks.ts'
import type { EditedPage } from './page.ts'

/** Scrolls the page to the open group, or waits until a group that was just added is rendered. */
export function useGroupInSight(page: EditedPage, { file, path }: Place): void {
  const name = JSON.stringify([file, ...path])
  useEffect(() => {
    const [home, ...group] = JSON.parse(name) as [string, ...(string | number)[]]
    if (group.length === 0) return
    const find = () =>
      page.spots().find(({ place }) => place.file === home && group.every((step, index) => place.path[index] === step))
    const seek = () => {
      const element = find()?.range.startContainer.parentElement
      element?.scrollIntoView({ block: 'nearest' })
      return element !== undefined && element !== null
    }
    if (seek()) return
    const stop = page.subscribe(() => {
      if (seek()) stop()
    })
    return stop
  }, [page, name])
}
