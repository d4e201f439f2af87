import type { ComponentType } from 'react'
import type { LiveSite, SectionView } from './view.ts'

export type LiveComponent = ComponentType<{ view: SectionView; site: LiveSite }>

/**
 * Live sections, which are in `<name>.live.tsx`. The browser hydrates them and does not load the code of other
 * sections.
 */
const modules = import.meta.glob<{ default: LiveComponent }>('./*/*.live.tsx')

/** Returns a function that loads a live section's component; undefined for static sections. */
export function getLiveLoader(type: string) {
  return modules[`./${type}/${type}.live.tsx`]
}
