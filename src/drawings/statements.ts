import { z } from 'zod'
import { line } from '../schema/text.ts'
import { addUp, frame, key, tone } from './frame.ts'

/** Pictures made of amounts: what came in, what went out, what is left. */

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
