import type { ComponentType } from 'react'
import type { LiveSite } from './live-site.ts'
import type { LiveType, SiteView, ViewOf, ViewType } from './view.ts'

/** Every section component takes its view and the words of the site; those of the browser, what they need of them. */
export interface SectionProps<T extends ViewType> {
  view: ViewOf<T>
  site: T extends LiveType ? LiveSite : SiteView
}

/** Loads the module whose default export is the component of a section type. */
export type SectionLoader<T extends ViewType> = () => Promise<{ default: ComponentType<SectionProps<T>> }>
