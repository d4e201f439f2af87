import type { ComponentType } from 'react'
import { ownLiveViews } from '../sections/own-views.ts'
import type { ClientPage, LiveSite, SectionView } from '../sections/view.ts'

type LiveComponent = ComponentType<{ view: SectionView; site: LiveSite }>
type LiveModule = { default: LiveComponent }

/** Components of live sections (`<name>.live.tsx`). The browser hydrates them and loads no code for other sections. */
const modules = import.meta.glob<LiveModule>('../sections/*/*.live.tsx')

/** Returns a function that loads a live section's component; undefined for static sections. */
export function getLiveLoader(type: string): (() => Promise<LiveModule>) | undefined {
  return (ownLiveViews as typeof modules)[type] ?? modules[`../sections/${type}/${type}.live.tsx`]
}

/**
 * Provides the components of live sections. They are loaded before a page is rendered, so that rendering does not
 * suspend.
 */
export interface LiveComponents {
  load(page: Pick<ClientPage, 'sections'>): Promise<void>
  /** Returns the component of a section type. @throws if the component was not loaded */
  get(type: string): LiveComponent
}

export function createLiveComponents(): LiveComponents {
  const loaded = new Map<string, LiveComponent>()
  return {
    async load({ sections }) {
      await Promise.all(
        sections.map(async ({ type }) => {
          const load = loaded.has(type) ? undefined : getLiveLoader(type)
          if (load) loaded.set(type, (await load()).default)
        }),
      )
    },
    get(type) {
      const component = loaded.get(type)
      if (!component) throw new Error(`Live section "${type}" was not loaded before rendering`)
      return component
    },
  }
}
