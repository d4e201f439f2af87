import { defineLineType } from '../define-text.ts'
import { emailCodec } from './mailbox.ts'

/**
 * The pattern that browsers use for `<input type=email>`, so that the relay accepts everything that the page accepts.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export const email = defineLineType('email', 'An email address', {
  noun: 'email address',
  messages: { invalid: 'emailInvalid' },
  examples: ['trial@example.com', 'a@b.co'],
  check: (value) => (EMAIL.test(value) ? undefined : 'invalid'),
  answer: emailCodec,
  link: (value) => `mailto:${encodeURIComponent(value).replaceAll('%40', '@')}`,
  replyTo: true,
  personal: true,
  view: () => import('./field.tsx'),
})
