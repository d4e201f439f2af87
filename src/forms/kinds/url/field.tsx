import { lineField } from '../line-field.tsx'
import { WEBSITE, website } from './website.ts'

/** A url field to keyboards, but none to the browser's check, which asks for the scheme that people leave out. */
export default lineField(
  ({ messages }) => ({
    type: 'text',
    inputMode: 'url',
    autoCapitalize: 'none',
    spellCheck: false,
    pattern: WEBSITE,
    title: messages?.invalid,
  }),
  website,
)
