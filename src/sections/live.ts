import type { ComponentType } from 'react'
import type { LiveSite, View } from './view.ts'

export type LiveComponent = ComponentType<{ view: View; site: LiveSite }>

/** Live sections, `<name>.live.tsx`: the browser hydrates them. No code of other sections is shipped. */
const modules = import.meta.glob<{ default: LiveComponent }>('./*/*.live.tsx')

/** Returns a function that loads the component of a live section; undefined for static sections. */
export function liveLoader(type: string) {
  return modules[`./${type}/${type}.live.tsx`]
}
