import { z } from 'zod'
import { type Lines, sumsOf } from './sums.ts'
import { line, sentence } from './text.ts'

/** How a bar or an amount is drawn; never told by colour alone. */
const tone = z.enum(['ink', 'own', 'soft', 'cost', 'waste', 'result'])

const frame = {
  title: line.describe('Title row of the picture'),
  note: line.optional().describe('Small print at the right of the title row'),
  alt: sentence.describe('What the picture says, for those who do not see it'),
  caption: line.optional(),
}

const key = z
  .array(z.strictObject({ label: line.max(40), tone }))
  .min(1)
  .max(5)
  .describe('What the fills mean, under the drawing')

/** Refuses a picture whose parts do not make its sums: a wrong sum is the one thing a ledger may not show. */
function addUp<T extends z.ZodType>(schema: T, read: (picture: z.output<T>) => Lines[]) {
  return schema.superRefine((picture, context) => {
    for (const { path, message } of sumsOf(read(picture as z.output<T>)))
      context.addIssue({ code: 'custom', path, message })
  })
}

/** A statement: columns of amounts under each other, with a sum and a margin. */
export const ledgerPicture = addUp(
  z.strictObject({
    kind: z.literal('ledger'),
    ...frame,
    columns: z
      .array(line)
      .min(2)
      .max(5)
      .describe('Heading of the label column, then one a column; the last is the total'),
    rows: z.array(z.strictObject({ label: line, amounts: z.array(z.number()).min(1).max(4) })).min(2),
    sum: z.strictObject({ label: line, amounts: z.array(z.number()).min(1).max(4) }),
    rate: z.strictObject({ label: line, amounts: z.array(line).min(1).max(4) }).optional(),
    trend: z.strictObject({ label: line, result: line, points: z.array(z.number()).min(2).max(24) }).optional(),
  }),
  ({ rows, sum }) => [
    ...sum.amounts.map((total, place) => ({
      parts: rows.map((row) => row.amounts[place] ?? 0),
      total,
      path: ['sum', 'amounts', place],
    })),
    ...[...rows.map((row, place) => ({ ...row, at: ['rows', place] })), { ...sum, at: ['sum'] }]
      .filter(({ amounts }) => amounts.length > 2)
      .map(({ amounts, at }) => ({
        parts: amounts.slice(0, -1),
        total: amounts.at(-1) ?? 0,
        path: [...at, 'amounts', amounts.length - 1],
      })),
  ],
)

/** A row waterfall: what is left of a sum, one line at a time. The last line is the result, and may be below zero. */
export const waterfallPicture = addUp(
  z.strictObject({
    kind: z.literal('waterfall'),
    ...frame,
    lines: z
      .array(z.strictObject({ label: line, note: line.optional(), amount: z.number(), tone }))
      .min(3)
      .max(10),
  }),
  ({ lines }) => [
    {
      parts: lines.slice(0, -1).map((entry) => entry.amount),
      total: lines.at(-1)?.amount ?? 0,
      path: ['lines', lines.length - 1, 'amount'],
    },
  ],
)

/** A plain table of records with one column of amounts or states. */
export const recordsPicture = z.strictObject({
  kind: z.literal('records'),
  ...frame,
  columns: z.array(line).min(2).max(5),
  rows: z.array(z.array(line).min(2).max(5)).min(2).max(8),
  sum: z.array(z.string().max(60)).min(2).max(5).optional(),
})

/** Horizontal bars: one labelled value a line, drawn against the largest. */
export const barsPicture = addUp(
  z.strictObject({
    kind: z.literal('bars'),
    ...frame,
    unit: line.optional().describe('Written behind each value, such as %'),
    currency: line.max(3).optional().describe('Written before each value, such as $'),
    bars: z
      .array(z.strictObject({ label: line, note: line.optional(), value: z.number().min(0), tone }))
      .min(2)
      .max(10),
    limit: z
      .strictObject({ label: line.max(60), value: z.number().min(0) })
      .optional()
      .describe('A line down the drawing; what goes beyond it is hatched coral'),
    sum: z.strictObject({ label: line, value: z.number() }).optional(),
  }),
  ({ bars, sum }) => (sum ? [{ parts: bars.map((bar) => bar.value), total: sum.value, path: ['sum', 'value'] }] : []),
)

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
      sum: z.strictObject({ label: line.max(40), figures: z.array(line.max(20)).length(2) }).optional(),
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
          .regex(/^[orx.]{4,30}$/)
          .describe('One letter a place: o ours, x ours and the one to look at, r another brand, a dot for a gap'),
      }),
    )
    .min(1)
    .max(4),
  words: z.strictObject({ ours: line.max(30), others: line.max(30), gap: line.max(30) }),
})

/** A map of dots. The rows of letters are the map; a letter is a place in the region of that letter. */
export const mapPicture = z
  .strictObject({
    kind: z.literal('map'),
    ...frame,
    land: z.array(z.string().max(72)).min(4).max(40).describe('Rows of the map: a dot is land, a letter a place'),
    dot: z.number().int().min(1).describe('How many one letter stands for'),
    unit: line.max(20),
    regions: z
      .array(
        z.strictObject({
          letter: z.string().regex(/^[a-z]$/),
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

/** Stock over the coming weeks. The curves are computed: what is there, less what sells, plus what lands. */
export const stockPicture = z.strictObject({
  kind: z.literal('stock'),
  ...frame,
  first: z.number().int().min(1).describe('Number of the first week shown'),
  weeks: z.number().int().min(4).max(26),
  today: z.number().min(0).describe('Weeks from the left edge'),
  todayLabel: line.max(12),
  items: z
    .array(
      z.strictObject({
        label: line.max(40),
        note: line.max(40).optional(),
        value: line.max(14),
        start: z.number().min(0).describe('Units at the left edge'),
        weekly: z.number().min(0).describe('Units sold a week'),
        reorder: z.number().min(0).describe('Level of the dashed line'),
        orders: z
          .array(
            z.strictObject({
              from: z.number().describe('Week in which it is ordered, from the left edge'),
              lands: z.number(),
              units: z.number().min(1),
              tone,
            }),
          )
          .max(4),
      }),
    )
    .min(1)
    .max(6),
  key,
})

/** A ladder of search terms: each climbs from one rank to another, page one to the right of the line. */
export const ladderPicture = addUp(
  z.strictObject({
    kind: z.literal('ladder'),
    ...frame,
    pageOne: z.strictObject({ rank: z.number().int().min(1).max(99), label: line.max(30) }),
    missing: line.max(30).describe('Stands at a rung without a first rank, such as not indexed'),
    rungs: z
      .array(
        z.strictObject({
          term: line.max(40),
          note: line.max(40).optional(),
          from: z.number().int().min(1).max(100).optional(),
          to: z.number().int().min(1).max(100),
          value: z.number(),
        }),
      )
      .min(2)
      .max(10),
    sum: z.strictObject({ label: line, value: z.number() }),
  }),
  ({ rungs, sum }) => [{ parts: rungs.map((rung) => rung.value), total: sum.value, path: ['sum', 'value'] }],
)

/** A ledger whose lines are cut into parts, such as paid and still open. */
export const partsPicture = addUp(
  z.strictObject({
    kind: z.literal('parts'),
    ...frame,
    key,
    rows: z
      .array(z.strictObject({ label: line, note: line.optional(), amounts: z.array(z.number().min(0)).min(1).max(5) }))
      .min(2)
      .max(10),
    sum: z.strictObject({ label: line, note: line.optional(), amounts: z.array(z.number().min(0)).min(1).max(5) }),
  }),
  ({ rows, sum }) =>
    sum.amounts.map((total, place) => ({
      parts: rows.map((row) => row.amounts[place] ?? 0),
      total,
      path: ['sum', 'amounts', place],
    })),
)

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

/** Upright columns over time, with a second figure under each. */
export const columnsPicture = z.strictObject({
  kind: z.literal('columns'),
  ...frame,
  currency: line.max(3).optional(),
  unit: line.max(5).optional(),
  columns: z
    .array(z.strictObject({ label: line.max(16), under: line.max(16).optional(), value: z.number().min(0), tone }))
    .min(3)
    .max(12),
})

/** A one-page report: each question with its figure, its change and the weeks before. */
export const reportPicture = z.strictObject({
  kind: z.literal('report'),
  ...frame,
  lines: z
    .array(
      z.strictObject({
        label: line.max(60),
        note: line.max(60),
        points: z.array(z.number().min(0)).min(4).max(16),
        value: line.max(14),
        change: line.max(20),
        tone: z.enum(['own', 'cost', 'result']),
      }),
    )
    .min(2)
    .max(8),
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

/** Lanes over days or hours: what ran when, and when it was done. */
export const timelinePicture = z.strictObject({
  kind: z.literal('timeline'),
  ...frame,
  ticks: z.array(line.max(12)).min(2).max(13).describe('One word for each equal step, from the left edge'),
  lanes: z
    .array(
      z.strictObject({
        label: line.max(40),
        note: line.max(60).optional(),
        spans: z.array(z.strictObject({ from: z.number().min(0), to: z.number(), tone })).max(8),
        done: z.number().optional().describe('Where the mark of completion stands, in steps'),
        value: line.max(14).optional(),
      }),
    )
    .min(2)
    .max(9),
  sum: z.strictObject({ label: line.max(60), value: line.max(14) }).optional(),
  key,
})

/** A drawing with information: content gives the figures, the site draws them in one system. */
export const picture = z.discriminatedUnion('kind', [
  ledgerPicture,
  waterfallPicture,
  recordsPicture,
  barsPicture,
  listingPicture,
  shelfPicture,
  mapPicture,
  stockPicture,
  ladderPicture,
  partsPicture,
  queuePicture,
  columnsPicture,
  reportPicture,
  pairPicture,
  timelinePicture,
])
export type Picture = z.infer<typeof picture>
export type PictureOf<Kind extends Picture['kind']> = Extract<Picture, { kind: Kind }>
export type Tone = z.infer<typeof tone>
