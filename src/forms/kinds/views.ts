import type { ViewOf } from '../value.ts'

const views = import.meta.glob('./*/field.tsx', { eager: true, import: 'default' })

/** Views by field type. Not imported through list.ts, which would ship all schemas and checks to the browser. */
export const viewOf: ViewOf = ({ kind }) => views[`./${kind}/field.tsx`] as ReturnType<ViewOf>
