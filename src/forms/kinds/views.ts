import type { FieldViewLookup } from '../value.ts'

const views = import.meta.glob('./*/field.tsx', { eager: true, import: 'default' })

/**
 * Returns a field's view. This file does not import list.ts, which would add all schemas and checks to the browser's
 * code.
 */
export const getFieldView: FieldViewLookup = ({ kind }) => views[`./${kind}/field.tsx`] as ReturnType<FieldViewLookup>
