import { createLineField } from '../line-field.tsx'
import { WEBSITE_PATTERN, websiteCodec } from './website.ts'

/** Requests a URL keyboard without `type=url`, because that type requires a scheme, which people often omit. */
export default createLineField(
  ({ messages }) => ({
    type: 'text',
    inputMode: 'url',
    autoCapitalize: 'none',
    spellCheck: false,
    pattern: WEBSITE_PATTERN,
    title: messages?.invalid,
  }),
  websiteCodec,
)
