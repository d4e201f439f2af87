import { defineLine } from '../define-text.ts'
import { isWebsite, SCHEME_LENGTH, website } from './website.ts'

export const url = defineLine('url', 'A web address, with or without https://', {
  noun: 'web address',
  examples: ['https://www.example.com/', 'https://b.co'],
  check: (value) => (isWebsite(value) ? undefined : 'invalid'),
  added: SCHEME_LENGTH,
  answer: website,
  view: () => import('./field.tsx'),
})
