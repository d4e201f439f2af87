import { lineField } from '../line-field.tsx'
import { WEBSITE, website } from './website.ts'

/** Requests a URL keyboard, but not with `type=url`, which would require the scheme that people omit. */
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
