import type { ComponentType } from 'react'
import type { LiveSite, View } from './view.ts'

export type LiveComponent = ComponentType<{ view: View; site: LiveSite }>

/** Sections with behaviour of their own, `<name>.live.tsx`: the browser hydrates them, and only their code is shipped. */
const modules = import.meta.glob<{ default: LiveComponent }>('./*/*.live.tsx')

/** Loads the component of a live section; undefined for all others, which are HTML and stay HTML. */
export function liveLoader(type: string) {
  return modules[`./${type}/${type}.live.tsx`]
}
