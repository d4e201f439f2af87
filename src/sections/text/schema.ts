import { z } from 'zod'
import { actionSchema } from '../../schema/action.ts'
import { anchor, heading } from '../../schema/blocks.ts'
import { heroPhotoSchema } from '../../schema/photo.ts'
import { inlineMarkdown } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('text').describe('A few paragraphs of plain text, with or without a photo'),
  id: anchor,
  heading,
  text: inlineMarkdown(3000).describe('Paragraphs, separated by blank lines'),
  photo: heroPhotoSchema.optional().describe('Photo beside the text'),
  actions: z.array(actionSchema).max(2).default([]).describe('Links below the text'),
})
