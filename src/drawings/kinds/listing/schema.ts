import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { motifs } from '../../covers/motifs.ts'
import { createPictureSchema } from '../../picture-fields.ts'

/** A product page, optionally with a table that numbers and explains its parts. */
export const schema = createPictureSchema('listing', {
  name: line.describe('Title of the listing'),
  rating: line.max(5),
  ratings: line.max(30),
  bullets: z.array(line.max(60)).min(2).max(5),
  price: line.max(12),
  offer: line.max(24).describe('Tag beside the price, such as 20% off'),
  table: z
    .strictObject({
      columns: z.array(line.max(30)).length(3).describe('Column headings: the part of the page, then its two figures'),
      parts: listOf(2, 5, {
        part: z.enum(['title', 'images', 'bullets', 'reviews', 'price']).describe('Part of the page to number'),
        label: line.max(40),
        figures: z.array(line.max(20)).length(2),
      }),
      sum: z
        .strictObject({ label: line.max(40), figures: z.array(line.max(20)).length(2) })
        .optional()
        .describe('Overall result before and after, not the sum of the columns'),
    })
    .optional()
    .describe('Table of the numbered parts of the product page; without it, only the page is drawn'),
})

export const drawMotif = () => motifs.listing.shapes
