import { lineField } from '../line-field.tsx'
import { WEBSITE, website } from './website.ts'

/** Only the keyboard is for URLs: with `type=url` browsers would require the scheme, which people leave out. */
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
