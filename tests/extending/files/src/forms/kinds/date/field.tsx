import { createLineField } from '../line-field.tsx'
import type { DateField } from './schema.ts'

export default createLineField<DateField>(({ min, max }) => ({ type: 'date', min, max }))
