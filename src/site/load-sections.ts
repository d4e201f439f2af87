import { type LiveComponent, liveLoader } from '../sections/live.ts'
import type { ClientPage } from '../sections/view.ts'

const loaded = new Map<string, LiveComponent>()

/** Loads the components that a page needs. Only after it can the page be rendered in one go. */
export async function loadSections({ sections }: Pick<ClientPage, 'sections'>): Promise<void> {
  await Promise.all(
    sections.map(async ({ type }) => {
      const load = loaded.has(type) ? undefined : liveLoader(type)
      if (load) loaded.set(type, (await load()).default)
    }),
  )
}

/** The component of a section type that `loadSections` has loaded. */
export function sectionComponent(type: string): LiveComponent {
  const component = loaded.get(type)
  if (!component) throw new Error(`the section "${type}" was not loaded before rendering`)
  return component
}
