import { createLineField } from '../line-field.tsx'
import type { MonthField } from './schema.ts'

export default createLineField<MonthField>(({ min, max }) => ({ type: 'month', min, max }))
