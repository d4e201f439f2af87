import type { ViewOf } from '../value.ts'

const views = import.meta.glob('./*/field.tsx', { eager: true, import: 'default' })

/** Views by kind. Not imported through the list of kinds, which would bring all schemas and checks into the browser. */
export const viewOf: ViewOf = ({ kind }) => views[`./${kind}/field.tsx`] as ReturnType<ViewOf>
