import { getLiveLoader, type LiveComponent } from '../sections/live.ts'
import type { ClientPage } from '../sections/view.ts'

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
