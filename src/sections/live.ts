import type { ComponentType } from 'react'
import type { LiveSite, SectionView } from './view.ts'

export type LiveComponent = ComponentType<{ view: SectionView; site: LiveSite }>

/** Components of live sections (`<name>.live.tsx`). The browser hydrates them and loads no code for other sections. */
const modules = import.meta.glob<{ default: LiveComponent }>('./*/*.live.tsx')

/** Returns a function that loads a live section's component; undefined for static sections. */
export function getLiveLoader(type: string) {
  return modules[`./${type}/${type}.live.tsx`]
}
