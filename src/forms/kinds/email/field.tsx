import { lineField } from '../line-field.tsx'
import { mailbox } from './mailbox.ts'

export default lineField(() => ({ type: 'email' }), mailbox)
