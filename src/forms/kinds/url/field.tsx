import { lineField } from '../line-field.tsx'
import { WEBSITE, website } from './website.ts'

/** Asks for a URL keyboard without `type=url`, which would require the scheme that people leave out. */
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
