import { z } from 'zod'
import { day, inlineMarkdown } from '../schema/text.ts'

export const noticeSchema = z
  .strictObject({
    text: inlineMarkdown(160).describe('What visitors should know, with a link if needed'),
    from: day.optional().describe('First day on which the notice is shown'),
    until: day.optional().describe('Last day on which the notice is shown'),
  })
  .refine(({ from = '', until = from }) => until >= from, {
    path: ['until'],
    error: 'the last day is before the first',
  })
