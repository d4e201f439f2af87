import type { FieldViewLookup } from '../value.ts'

const views = import.meta.glob('./*/field.tsx', { eager: true, import: 'default' })

/** Returns a field's view. Must not import list.ts, which would add all schemas and checks to browser code. */
export const getFieldView: FieldViewLookup = ({ kind }) => views[`./${kind}/field.tsx`] as ReturnType<FieldViewLookup>
