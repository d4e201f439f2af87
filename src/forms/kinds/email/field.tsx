import { createLineField } from '../line-field.tsx'
import { emailCodec } from './mailbox.ts'

export default createLineField(() => ({ type: 'email' }), emailCodec)
