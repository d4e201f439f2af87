import { defineLine } from '../define-text.ts'

export const text = defineLine('text', 'A line of text', {
  examples: ['A trial answer', 'A'],
  view: () => import('./field.tsx'),
})
