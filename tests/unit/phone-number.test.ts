import { expect, test } from 'vitest'
import { isPhoneNumber } from '../../src/forms/kinds/tel/phone-number.ts'

test.each([
  ...['+1 212 555 0142', '(0)30/1234-56', '06.12.34.56.78', '1-800-FLOWERS', '5550142 ext. 12', '030 1234 x12'],
  ...[
    '+49 (0) 171 / 1234567',
    '٠١٢٣٤٥٦٧',
    '+1;ext=212-5550',
    ' 1234 ',
    '+44 20 7946 0000 or 0001',
    'доб. 12: 495 1234',
  ],
])('isPhoneNumber accepts %j', (text) => {
  expect(isPhoneNumber(text)).toBe(true)
})

test.each(['abcdef', 'n/a', '123', '+', 'call me', 'ada1234@example.com'])('isPhoneNumber refuses %j', (text) => {
  expect(isPhoneNumber(text)).toBe(false)
})
