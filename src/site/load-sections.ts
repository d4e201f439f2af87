import type { ComponentType } from 'react'
import { live } from '../sections/live.ts'
import type { LiveSite } from '../sections/live-site.ts'
import type { ClientPage, LiveType, ViewOf } from '../sections/view.ts'

export type LiveComponent = ComponentType<{ view: ViewOf<LiveType>; site: LiveSite }>

const loaded = new Map<LiveType, LiveComponent>()

/** Loads the components that a page needs. Only after it can the page be rendered in one go. */
export async function loadSections({ sections }: Pick<ClientPage, 'sections'>): Promise<void> {
  await Promise.all(
    sections.map(async ({ type }) => {
      if (type !== 'html' && !loaded.has(type)) loaded.set(type, (await live[type]()).default as LiveComponent)
    }),
  )
}

/** The component of a section type that `loadSections` has loaded. */
export function sectionComponent(type: LiveType): LiveComponent {
  const component = loaded.get(type)
  if (!component) throw new Error(`the section "${type}" was not loaded before rendering`)
  return component
}
