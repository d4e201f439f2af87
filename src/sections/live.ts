import type { ComponentType } from 'react'
import { ownLiveViews } from './own-views.ts'
import type { LiveSite, SectionView } from './view.ts'

export type LiveComponent = ComponentType<{ view: SectionView; site: LiveSite }>
type LiveModule = { default: LiveComponent }

/** Components of live sections (`<name>.live.tsx`). The browser hydrates them and loads no code for other sections. */
const modules = import.meta.glob<LiveModule>('./*/*.live.tsx')

/** Returns a function that loads a live section's component; undefined for static sections. */
export function getLiveLoader(type: string): (() => Promise<LiveModule>) | undefined {
  return (ownLiveViews as typeof modules)[type] ?? modules[`./${type}/${type}.live.tsx`]
}
