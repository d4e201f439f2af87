import { defineLineType } from '../define-text.ts'
import { isWebsite, websiteCodec } from './website.ts'

export const url = defineLineType('url', 'A web address, with or without https://', {
  noun: 'web address',
  messages: { invalid: 'websiteInvalid' },
  shownMessages: 'own',
  examples: ['https://www.example.com/', 'https://b.co'],
  check: (value) => (isWebsite(value) ? undefined : 'invalid'),
  added: 'https://'.length,
  answer: websiteCodec,
  view: () => import('./field.tsx'),
})
