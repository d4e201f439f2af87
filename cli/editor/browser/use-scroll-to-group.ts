import { useEffect } from 'react'
import type { ValueLocation } from '../../dev/source-marks.ts'
import type { EditedPage } from './page.ts'
import type { PageText } from './page-texts.ts'

/** Scrolls the page to the panel's open group. If the group was just added, waits until it is rendered. */
export function useScrollToGroup(page: EditedPage, { file, path }: ValueLocation): void {
  const name = JSON.stringify([file, ...path])
  useEffect(() => {
    const [groupFile, ...group] = JSON.parse(name) as [string, ...(string | number)[]]
    if (group.length === 0) return
    const isInGroup = ({ place }: PageText) =>
      place.file === groupFile && group.every((step, index) => place.path[index] === step)
    /** @returns whether the group is on the page */
    const scroll = () => {
      const element = page.texts().find(isInGroup)?.range.startContainer.parentElement
      element?.scrollIntoView({ block: 'nearest' })
      return element !== undefined && element !== null
    }
    if (scroll()) return
    const unsubscribe = page.subscribe(() => {
      if (scroll()) unsubscribe()
    })
    return unsubscribe
  }, [page, name])
}
