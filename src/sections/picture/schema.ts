import { z } from 'zod'
import { anchor, heading } from '../../schema/blocks.ts'
import { listOf } from '../../schema/list-of.ts'
import { inlineMarkdown, line, photo } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('picture').describe('Up to six photos with captions'),
  id: anchor,
  heading: heading.optional(),
  photos: listOf(1, 6, {
    image: photo.describe('Photo in content/images, at least 1240 pixels wide; 620 if there are several'),
    alt: line.describe('What the photo shows, for visitors who do not see it'),
    caption: inlineMarkdown(200).optional().describe('Text below the photo'),
  }).describe('Photos, from left to right; three or more are in rows of two or three'),
})
