import { lineField } from '../line-field.tsx'

export default lineField(() => ({ type: 'text' }))
