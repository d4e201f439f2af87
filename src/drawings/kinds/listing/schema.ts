import { z } from 'zod'
import { line } from '../../../schema/text.ts'
import { motifs } from '../../covers/motifs.ts'
import { frame } from '../../frame.ts'

/** A product page. With a table, its parts are numbered and explained. */
export const schema = z.strictObject({
  kind: z.literal('listing'),
  ...frame,
  name: line.describe('Title of the listing'),
  rating: line.max(5),
  ratings: line.max(30),
  bullets: z.array(line.max(60)).min(2).max(5),
  price: line.max(12),
  offer: line.max(24).describe('The tag beside the price, such as Buy box 97%'),
  table: z
    .strictObject({
      columns: z.array(line.max(30)).length(3).describe('Headings: the part, then two figures'),
      parts: z
        .array(
          z.strictObject({
            part: z
              .enum(['title', 'images', 'bullets', 'reviews', 'price'])
              .describe('Where on the page its number stands'),
            label: line.max(40),
            figures: z.array(line.max(20)).length(2),
          }),
        )
        .min(2)
        .max(5),
      sum: z
        .strictObject({ label: line.max(40), figures: z.array(line.max(20)).length(2) })
        .optional()
        .describe('What comes of it: a measure of its own before and after, not the sum of the columns'),
    })
    .optional()
    .describe('What each numbered part does; without it the page stands alone'),
})

export const motif = () => motifs.listing.shapes
