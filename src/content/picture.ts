import { z } from 'zod'
import { line, sentence } from './text.ts'

/** How a bar or an amount is drawn; never told by colour alone. */
const tone = z.enum(['ink', 'own', 'soft', 'cost', 'waste', 'result'])

const frame = {
  title: line.describe('Title row of the picture'),
  note: line.optional().describe('Small print at the right of the title row'),
  alt: sentence.describe('What the picture says, for those who do not see it'),
  caption: line.optional(),
}

/** A statement: columns of amounts under each other, with a sum and a margin. */
export const ledgerPicture = z.strictObject({
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
})

/** A row waterfall: what is left of a sum, one line at a time. The last line is the result. */
export const waterfallPicture = z.strictObject({
  kind: z.literal('waterfall'),
  ...frame,
  lines: z
    .array(z.strictObject({ label: line, note: line.optional(), amount: z.number(), tone }))
    .min(3)
    .max(10),
})

/** A plain table of records with one column of amounts or states, such as a claims ledger or a queue. */
export const recordsPicture = z.strictObject({
  kind: z.literal('records'),
  ...frame,
  columns: z.array(line).min(2).max(5),
  rows: z.array(z.array(line).min(2).max(5)).min(2).max(8),
  sum: z.array(z.string().max(60)).min(2).max(5).optional(),
})

/** Horizontal bars: one labelled value a line, drawn against the largest. */
export const barsPicture = z.strictObject({
  kind: z.literal('bars'),
  ...frame,
  unit: line.optional().describe('Written behind each value, such as %'),
  bars: z
    .array(z.strictObject({ label: line, value: z.number().min(0), tone }))
    .min(2)
    .max(10),
})

/** A drawing with information: content gives the figures, the site draws them in one system. */
export const picture = z.discriminatedUnion('kind', [ledgerPicture, waterfallPicture, recordsPicture, barsPicture])
export type Picture = z.infer<typeof picture>
export type Tone = z.infer<typeof tone>
