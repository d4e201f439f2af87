import type { ComponentType } from 'react'
import type { SiteView, ViewOf, ViewType } from './view.ts'

/** Every section component takes its view and the words of the site. */
export interface SectionProps<T extends ViewType> {
  view: ViewOf<T>
  site: SiteView
}

/** Loads the module whose default export is the component of a section type. */
export type SectionLoader<T extends ViewType> = () => Promise<{ default: ComponentType<SectionProps<T>> }>
