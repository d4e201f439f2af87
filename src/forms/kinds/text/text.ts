import { defineLineType } from '../define-text.ts'

export const text = defineLineType('text', 'A line of text', {
  examples: ['A trial answer', 'A'],
  view: () => import('./field.tsx'),
})
