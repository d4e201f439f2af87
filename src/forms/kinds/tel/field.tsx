import { createLineField } from '../line-field.tsx'

export default createLineField(() => ({ type: 'tel' }))
