import { z } from 'zod'
import { line } from '../schema/text.ts'
import { addUp, frame, key, tone } from './frame.ts'

/** Pictures over time or rank: what is planned, what climbs. */

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
  stockLabel: line.max(20).describe('What the area under a curve is, in the key'),
  key,
})

/** Lanes over days or hours: what ran when, and when it was done. */
export const timelinePicture = z.strictObject({
  kind: z.literal('timeline'),
  ...frame,
  ticks: z.array(line.max(12)).min(2).max(13).describe('Words over the lanes, from the left edge'),
  ticksOn: z
    .enum(['steps', 'lines'])
    .default('steps')
    .describe(
      'steps: each word names a step, such as a day; lines: each names a line, such as an hour, edges included',
    ),
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

/** A ladder of search terms: each climbs from one rank to another, page one to the right of the line. */
export const ladderPicture = addUp(
  z.strictObject({
    kind: z.literal('ladder'),
    ...frame,
    pageOne: z.strictObject({ rank: z.number().int().min(1).max(99), label: line.max(30) }),
    missing: line.max(30).describe('Stands at a rung without a first rank, such as not indexed'),
    amounts: line.max(10).optional().describe('Heading of the amounts'),
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
