import { createLineField } from '../line-field.tsx'
import { PHONE_PATTERN } from './phone-number.ts'

export default createLineField(({ messages }) => ({ type: 'tel', pattern: PHONE_PATTERN, title: messages?.invalid }))
