import { lineField } from '../line-field.tsx'
import type { DateField } from './schema.ts'

export default lineField<DateField>(({ min, max }) => ({ type: 'date', min, max }))
