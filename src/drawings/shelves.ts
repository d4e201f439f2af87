import { z } from 'zod'
import { line } from '../schema/text.ts'
import { frame } from './frame.ts'

/** Pictures of things and places: a product page, a shelf, a map, two marketplaces, a queue. */

/** A product page, with its parts numbered where a table says what each of them does. */
export const listingPicture = z.strictObject({
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

/** A planogram: boards with facings on them. */
export const shelfPicture = z.strictObject({
  kind: z.literal('shelf'),
  ...frame,
  shelves: z
    .array(
      z.strictObject({
        label: line.max(40),
        note: line.max(60),
        facings: z
          .string()
          .regex(/^[orx.]{4,30}$/, '4 to 30 of o, x, r and dots')
          .describe('One letter a place: o ours, x ours and the one to look at, r another brand, a dot for a gap'),
      }),
    )
    .min(1)
    .max(4),
  words: z.strictObject({
    ours: line.max(30),
    others: line.max(30),
    gap: line.max(30),
    next: line.max(30).optional().describe('What x is; without it the key leaves x out'),
  }),
})

/** A map of dots. The rows of letters are the map; a letter is a place in the region of that letter. */
export const mapPicture = z
  .strictObject({
    kind: z.literal('map'),
    ...frame,
    land: z.array(z.string().max(72)).min(4).max(40).describe('Rows of the map: a dot is land, a letter a place'),
    dot: z.number().int().min(1).describe('How many one letter stands for'),
    scale: line.max(40).describe('The same in words, such as: one mark is 4 stores'),
    regions: z
      .array(
        z.strictObject({
          letter: z.string().regex(/^[a-z]$/, 'one small letter'),
          label: line.max(40),
          note: line.max(60).optional(),
          count: z.number().int().min(0),
          tone: z.enum(['own', 'soft', 'cost', 'result']),
        }),
      )
      .min(1)
      .max(8),
    sum: line.max(40).describe('Label of the line under the regions'),
  })
  .superRefine(({ land, dot, regions }, context) => {
    for (const [place, region] of regions.entries()) {
      const drawn = land.join('').split(region.letter).length - 1
      if (drawn * dot === region.count) continue
      const message = `the map shows ${drawn} places of "${region.letter}", which stand for ${drawn * dot}`
      context.addIssue({ code: 'custom', path: ['regions', place, 'count'], message })
    }
  })

/** Two marketplaces side by side: one measure a line, each line on its own scale. */
export const pairPicture = z.strictObject({
  kind: z.literal('pair'),
  ...frame,
  sides: z.array(line.max(20)).length(2),
  lines: z
    .array(
      z.strictObject({
        label: line.max(40),
        values: z.array(z.number().min(0)).length(2),
        texts: z.array(line.max(14)).length(2).describe('The values as they are written'),
        better: z.enum(['left', 'right']).optional().describe('Which side is the one to look at'),
      }),
    )
    .min(2)
    .max(8),
})

/** A queue of work: when it came, what it is, how long it took against the limit, and where it stands. */
export const queuePicture = z.strictObject({
  kind: z.literal('queue'),
  ...frame,
  limit: z
    .strictObject({ label: line.max(60), hours: z.number().min(1) })
    .optional()
    .describe('With a limit each entry shows its hours as a bar'),
  entries: z
    .array(
      z.strictObject({
        at: line.max(10),
        text: line,
        note: line.optional(),
        took: z.strictObject({ label: line.max(14), hours: z.number().min(0) }).optional(),
        state: line.max(20),
        tone: z.enum(['own', 'soft', 'waste', 'result']),
      }),
    )
    .min(2)
    .max(8),
})
