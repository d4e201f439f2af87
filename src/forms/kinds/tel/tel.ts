import { defineLine } from '../define-text.ts'

export const tel = defineLine('tel', 'A phone number', {
  noun: 'phone number',
  examples: ['+1 212 555 0142', '5550142'],
  link: (value) => `tel:${value.replace(/[^\d+]/g, '')}`,
  view: () => import('./field.tsx'),
})
