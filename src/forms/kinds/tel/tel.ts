import { formatPhoneLink } from '../../../schema/phone-link.ts'
import { defineLineType } from '../define-text.ts'
import { isPhoneNumber } from './phone-number.ts'

export const tel = defineLineType('tel', 'A phone number', {
  noun: 'phone number',
  messages: { invalid: 'phoneInvalid' },
  shownMessages: 'own',
  examples: ['+1 212 555 0142', '5550142'],
  check: (value) => (isPhoneNumber(value) ? undefined : 'invalid'),
  link: formatPhoneLink,
  personal: true,
  view: () => import('./field.tsx'),
})
